// Which of two versions is the older: numbers are compared as numbers, and what comes before a release (0.4.0-pre.17) is older than it.

const NUMBERED = /^\d+(\.\d+)+/;

/** Names of files and commits have no order. */
export function isNumbered(version: string): boolean {
  return NUMBERED.test(version);
}

/** Negative if `a` is the older. */
export function compareVersions(a: string, b: string): number {
  const [[numbersA, restA], [numbersB, restB]] = [split(a), split(b)];
  const byNumbers = numbersA.localeCompare(numbersB, 'en', { numeric: true });
  if (byNumbers !== 0 || restA === restB) return byNumbers;
  if (restA === '' || restB === '') return restA === '' ? 1 : -1;
  return restA.localeCompare(restB, 'en', { numeric: true });
}

export function isOlder(version: string, than: string): boolean {
  return isNumbered(version) && isNumbered(than) && compareVersions(version, than) < 0;
}

function split(version: string): readonly [numbers: string, rest: string] {
  const at = version.indexOf('-');
  return at < 0 ? [version, ''] : [version.slice(0, at), version.slice(at + 1)];
}
