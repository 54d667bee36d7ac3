// The address as data: what is shown, which filters are set. Everything that can be linked to is in it, behind the #.

export interface Route {
  /** The parts of the path: `['cause', 'wrong-1234', 'steps', 'minimal', '3']`. */
  readonly path: readonly string[];
  readonly query: ReadonlyMap<string, string>;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return {
    path: path.split('/').filter(Boolean).map(decoded),
    query: new Map(new URLSearchParams(query)),
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function printRoute(path: readonly string[], query: ReadonlyMap<string, string> = new Map()): string {
  const parameters = new URLSearchParams([...query].filter(([, value]) => value !== '')).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${parameters === '' ? '' : `?${parameters}`}`;
}
