// docs/reference.md: everything that a property is written with, and what else the package has, from the declarations and their
// doc comments. What has no comment is an error, so that nothing is listed without a word about it.

import ts from 'typescript';
import { invariant } from '../../src/errors.ts';
import { FAULTS, type FaultName } from '../../src/world/faults/index.ts';
import { type Exported, fileOf, readPackage } from '../package/exported.ts';

interface Entry {
  readonly name: string;
  /** As it is written where it is used: `gen.row(table: TableHandle): DrawnRow`. */
  readonly signature: string;
  readonly sentence: string;
}

interface Section {
  readonly title: string;
  readonly about: string;
  readonly entries: readonly Entry[];
}

const { checker, exports } = readPackage();
const values = exports.filter(
  ({ symbol, isTypeOnly }) => !isTypeOnly && (symbol.flags & ts.SymbolFlags.Value) !== 0,
);
const names = new Set(exports.map(({ name }) => name));
/** Names that are exported in `sql` only. */
const sqlTypes = new Set(
  exports.flatMap(({ name }) => /^sql\.([A-Z]\w*)$/.exec(name)?.[1] ?? []).filter((name) => !names.has(name)),
);

export function referenceDocument(): string {
  const all = sections();
  const listed = new Set(all.flatMap(({ entries }) => entries.map(({ name }) => name)));
  for (const { name } of values) invariant(listed.has(name), `docs/reference.md has a section for ${name}`);
  return [
    '# Reference',
    '',
    'What a property is written with, and what else the package exports. Made from the declarations and their comments by',
    '`npm run docs:reference`; a test keeps it current. [config.md](config.md) has the keys of the configuration, and',
    '[tutorial.md](tutorial.md) shows how a property is made.',
    '',
    ...all.flatMap(({ title, about, entries }) => [
      `## ${title}`,
      '',
      about,
      '',
      '| | |',
      '|---|---|',
      ...entries.map(({ signature, sentence }) => `| ${code(signature)} | ${escaped(sentence)} |`),
      '',
    ]),
  ].join('\n');
}

function sections(): Section[] {
  return [
    {
      title: 'A property',
      about: "`property('its-name', { claims: 'One sentence.' }, ({ db, pick, gen, run, assert }) => { … })`",
      entries: [
        ...valuesIn('property/property.ts'),
        ...valuesIn('property/script.ts'),
        ...membersOf('PropertyDetails'),
      ],
    },
    {
      title: 'Drawing',
      about: 'Tools that draw, and cannot interact. An attempt for which nothing can be drawn is discarded.',
      entries: [
        ...members(typeNamed('GenerationTools'), '', ['gen', 'db']),
        ...members(toolsIn('GenerationTools', 'gen'), 'gen.'),
        ...membersOf('PredicateOptions'),
      ],
    },
    {
      title: 'Tables',
      about: 'The database and its tables, as the model has them at the moment of planning.',
      entries: [
        ...members(typeNamed('DatabaseHandle'), 'db.'),
        ...members(typeNamed('TableHandle'), 'table.'),
      ],
    },
    {
      title: 'Interaction',
      about: 'Tools that put steps into the plan.',
      entries: [...members(typeNamed('InteractionTools'), '', ['fault']), ...membersOf('RunOptions')],
    },
    {
      title: 'Faults',
      about: 'What happens to the engine and its files. A property names those that it uses in `faults`.',
      entries: [
        ...members(toolsIn('InteractionTools', 'fault'), 'fault.'),
        ...membersOf('Cut'),
        ...membersOf('IoFault'),
      ],
    },
    {
      title: 'Checks',
      about: 'For `assert`: terms over what `run` gives. They are data, and decided when the plan runs.',
      entries: [
        ...valuesIn('property/check.ts'),
        ...members(typeNamed('RowsHandle'), 'rows.', ['kind', 'rows']),
      ],
    },
    {
      title: 'Statements and queries',
      about: "For `run`. Any node of `sql.Statement` will do, too: `run({ kind: 'begin' })`.",
      entries: [
        ...valuesIn('property/query.ts'),
        ...members(typeNamed('Query'), 'query.', ['kind']),
        ...valuesIn('property/statements.ts'),
      ],
    },
    {
      title: 'SQL',
      about:
        'Expressions as data, and what can be done with any piece of SQL. The types of all nodes are in `sql` too.',
      entries: [
        ...valuesIn('property/sql-'),
        ...values.filter(({ name }) => name.startsWith('sql.')).map(entryOf),
      ],
    },
    {
      title: 'Engines',
      about: 'Besides objects of your own with the interface `Engine`, see [config.md](config.md).',
      entries: [
        ...valuesIn('engines/'),
        ...membersOf('EngineHooks'),
        ...membersOf('StatementCall'),
        ...membersOf('BootCall'),
        ...valuesIn('sql/outcome.ts'),
        ...valuesIn('world/'),
      ],
    },
    {
      title: 'Projects',
      about: 'For `dirt.config.ts`, and for tests of your own.',
      entries: [...valuesIn('config/'), ...valuesIn('run/')],
    },
  ];
}

/** The values that a file or folder of src/ declares; those of the namespace are found by their name. */
function valuesIn(place: string): Entry[] {
  const isThere = ({ name, symbol }: Exported) =>
    !name.startsWith('sql.') && fileOf(symbol)?.startsWith(`src/${place}`);
  return values.filter(isThere).map(entryOf);
}

function entryOf({ name, symbol }: Pick<Exported, 'name' | 'symbol'>): Entry {
  return {
    name,
    signature: signatureOf(checker.getTypeOfSymbol(symbol), name),
    sentence: sentenceOf(symbol, name),
  };
}

function members(type: ts.Type, prefix: string, without: readonly string[] = []): Entry[] {
  return checker
    .getPropertiesOfType(type)
    .filter(({ name }) => !without.includes(name))
    .map((symbol) => entryOf({ name: `${prefix}${symbol.name}`, symbol }));
}

function membersOf(name: string): Entry[] {
  return members(typeNamed(name), `${name}.`);
}

function toolsIn(type: string, name: string): ts.Type {
  const found = checker.getPropertiesOfType(typeNamed(type)).find((symbol) => symbol.name === name);
  invariant(found !== undefined, `${type} has ${name}`);
  return checker.getTypeOfSymbol(found);
}

function typeNamed(name: string): ts.Type {
  const found = exports.find((exported) => exported.name === name);
  invariant(found !== undefined, `the package exports ${name}`);
  return checker.getDeclaredTypeOfSymbol(found.symbol);
}

const FLAGS = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;

function signatureOf(type: ts.Type, name: string): string {
  // Whether it may be missing is said by the sentence, if it matters.
  const given = checker.getNonNullableType(type);
  const [call] = given.getCallSignatures();
  const [construct] = given.getConstructSignatures();
  const signature = call ?? construct;
  if (signature === undefined) return `${name}: ${readable(checker.typeToString(given, undefined, FLAGS))}`;
  const text = readable(checker.signatureToString(signature, undefined, FLAGS));
  return call === undefined ? `new ${name}${text.replace(/: \w+$/, '')}` : `${name}${text}`;
}

/** What the compiler prints, as a person would write it. */
function readable(printed: string): string {
  const text = printed
    .replaceAll(' | undefined', '')
    .replaceAll('Uint8Array<ArrayBufferLike>', 'Uint8Array')
    .replace(/([(] ?|, )\{ [\w, ]+ \}(\??: )/g, '$1options$2')
    .replace(/; \}/g, ' }')
    .replace(/(?<![\w.'])[A-Z]\w*/g, (name) => (sqlTypes.has(name) ? `sql.${name}` : name));
  // The compiler orders the members of a union as it happens to meet them.
  return text.replace(/\b([A-Z][\w.]*|sql\.\w+) \| ([A-Z][\w.]*|sql\.\w+)\b/g, (_, one, other) =>
    [one, other].sort().join(' | '),
  );
}

/** Faults between statements say what they do in a field, because reports print it too. */
function sentenceOf(symbol: ts.Symbol, name: string): string {
  if (/^fault\./.test(name) && Object.hasOwn(FAULTS, symbol.name))
    return sentence(FAULTS[symbol.name as FaultName].about);
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, ' ').trim();
  invariant(text !== '', `${name} has a doc comment, which docs/reference.md prints`);
  return text;
}

function sentence(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}

function code(text: string): string {
  return `\`${escaped(text)}\``;
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
}
