// The text of an adapter that is still to be written: it boots, and refuses everything.

export function engineTemplate(name: string): string {
  return `// ${name} as DIRT sees it. Replace what says TODO by calls of your database; the rules are:
//
// - Files live on \`world.disk\` (open, read, write, truncate, sync, remove), time is \`world.clock\`, randomness \`world.entropy\`.
// - Nothing throws: what your database refuses, and how it fails, is an outcome.
// - Values are exact: INTEGER is a bigint, REAL a number, TEXT a string, BLOB a Uint8Array.

import { type Connection, DATABASE_FILE, type Engine, NOTHING, type Outcome, type World } from 'dirt';

export const engine: Engine = {
  name: '${name}',
  version: '0.1.0',
  // What your database carries faithfully. What is not listed is never asked for: add faults and connections as you go.
  abilities: { faults: [], journalModes: ['wal'], pageSizes: [4096], connections: 1, deterministic: true },
  boot: (world) => ({
    kind: 'instance',
    connect: () => connect(world),
    close: () => NOTHING,
    drop: () => {},
  }),
};

function connect(world: World): Connection {
  const file = world.disk.open(DATABASE_FILE);
  // TODO: open your database on this file.
  return {
    kind: 'connection',
    run: (sql): Outcome => {
      try {
        // TODO: run the statement, and return { kind: 'rows', rows: [[1n, 'x', null]], changes: 0 }.
        return { kind: 'refused', class: 'unsupported', message: \`\${file.name}: not written yet: \${sql}\` };
      } catch (error) {
        if (world.disk.isOff) return { kind: 'cut' };
        // TODO: an error that your database means is { kind: 'refused', class: 'syntax' | 'constraint' | …, message }.
        return { kind: 'panic', message: String(error), location: '' };
      }
    },
    close: () => NOTHING,
  };
}
`;
}
