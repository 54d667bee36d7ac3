// An engine in a process of its own works on real files, and SQL can name others: a plan that came from somewhere must not reach the
// files of this machine through it.

/** Parts of a statement in which a word is no keyword. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

const NOWHERE = new Set(["':memory:'", "''", '":memory:"', '""']);

/** Does the text name a file in a way that SQLite's dialect has for it? Texts that name none, such as ':memory:', are not meant. */
export function namesFile(sql: string): boolean {
  const quoted: string[] = [];
  const bare = sql.replace(QUOTED, (part) => {
    if (/^(?:--|\/\*)/.test(part)) return ' ';
    quoted.push(part);
    return ` ?${quoted.length - 1}? `;
  });
  if (/\bload_extension\s*\(/i.test(bare)) return true;
  const places = [
    ...bare.matchAll(
      /\b(?:ATTACH(?:\s+DATABASE)?|VACUUM\b[^;]*?\bINTO)\b\s*(?:\?(\d+)\?(?=\s*(?:AS\b|;|$)))?/gi,
    ),
  ];
  return places.some(([, index]) => index === undefined || !NOWHERE.has(quoted[Number(index)]));
}
