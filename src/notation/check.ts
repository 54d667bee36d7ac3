// A text of the notation, checked before anything runs: every name is there, and is what its place needs.

import { checkCondition, mentionsResult } from './check-condition.ts';
import { type Checking, kindOfDrawing, kindOfMeaning } from './check-drawing.ts';
import { type Piece, readStatement } from './check-sql.ts';
import { type Kind, kindOfParameter, nounOf } from './kinds.ts';
import { partsOf } from './parts.ts';
import { wrong } from './problem.ts';
import { Scope } from './scope.ts';
import type { Action, Drawing, GeneratorText, Name, NotationText, Run, SqlText } from './syntax.ts';

export interface Checked {
  readonly pieces: ReadonlyMap<SqlText, Piece>;
  readonly generators: ReadonlyMap<string, GeneratorText>;
}

export function check(notation: NotationText): Checked {
  const checking = new FileCheck(notation.generators);
  for (const { name } of notation.generators) checking.generator(name);
  const names = new Set<string | undefined>();
  for (const { at, name, body } of notation.properties) {
    if (names.has(name))
      wrong(
        at,
        name === undefined ? 'a second property has no name' : `there is a second property ${name}`,
        'expected `gen property another-name db:`',
      );
    names.add(name);
    checkBody(body, new Scope(), checking);
    if (!body.some(checksSomething))
      wrong(at, 'the property checks nothing', 'expected `! assert(…)`, `! refuse …` or `! inspect …` in it');
  }
  const generators = new Map(notation.generators.map((generator) => [generator.name.text, generator]));
  return { pieces: checking.pieces, generators };
}

function checksSomething(action: Action): boolean {
  if (action.do === 'run') return action.how.is === 'refused';
  return (
    action.do === 'assert' ||
    action.do === 'inspect' ||
    (action.do === 'fault' && action.fault === 'powerCut')
  );
}

class FileCheck implements Checking {
  readonly pieces = new Map<SqlText, Piece>();
  readonly #generators: ReadonlyMap<string, GeneratorText>;
  readonly #checked = new Map<string, Kind | 'under way'>();

  constructor(generators: readonly GeneratorText[]) {
    const known = new Map<string, GeneratorText>();
    for (const generator of generators) {
      const { text, at } = generator.name;
      if (known.has(text)) wrong(at, `there is a second generator ${text}`, 'expected another name');
      known.set(text, generator);
    }
    this.#generators = known;
  }

  get generatorNames(): readonly string[] {
    return [...this.#generators.keys()];
  }

  generator(name: Name): { readonly text: GeneratorText; readonly kind: Kind } | undefined {
    const text = this.#generators.get(name.text);
    if (text === undefined) return undefined;
    const known = this.#checked.get(name.text);
    if (known === 'under way')
      return wrong(name.at, `\`${name.text}\` calls itself`, 'expected a generator that comes to an end');
    if (known !== undefined) return { text, kind: known };
    this.#checked.set(name.text, 'under way');
    const kind = this.#kindOf(text);
    this.#checked.set(name.text, kind);
    return { text, kind };
  }

  #kindOf({ parameters, body, returns }: GeneratorText): Kind {
    const scope = new Scope();
    for (const { name, kind } of parameters)
      scope.define(name, kindOfParameter(kind, name.text.toLowerCase()));
    checkBody(body, scope, this);
    return 'draw' in returns ? kindOfDrawing(returns, scope, this, '') : kindOfMeaning(returns, scope, this);
  }
}

function checkBody(body: readonly Action[], scope: Scope, checking: FileCheck): void {
  for (const action of body) checkAction(action, scope, checking);
}

function checkAction(action: Action, scope: Scope, checking: FileCheck): void {
  switch (action.do) {
    case 'draw':
      defineAll(action.names, kindsDrawn(action.from, action.names, scope, checking), action.at, scope);
      return;
    case 'let': {
      const kind = kindOfMeaning(action.be, scope, checking);
      const kinds = action.names.length > 1 && kind.kind === 'tuple' ? kind.parts : [kind];
      defineAll(action.names, kinds, action.at, scope);
      return;
    }
    case 'assume':
      checkCondition(action.condition, scope);
      return;
    case 'assert':
      checkCondition(action.condition, scope);
      if (!mentionsResult(action.condition, scope))
        wrong(
          action.condition.at,
          'this says nothing of the engine',
          'expected the result of a statement in it',
        );
      return;
    case 'meanwhile':
      for (const condition of action.keep) checkCondition(condition, scope);
      return;
    case 'run':
      checkRun(action, scope, checking);
      return;
  }
}

/** Each part of a tuple has the name that it gets. */
function kindsDrawn(
  from: Drawing,
  names: readonly Name[],
  scope: Scope,
  checking: FileCheck,
): readonly Kind[] {
  const key = (i: number) => (names[i] ?? names[0]).text.toLowerCase();
  if (from.draw === 'tuple' && names.length > 1)
    return from.parts.map((part, i) => kindOfDrawing(part, scope, checking, key(i)));
  const kind = kindOfDrawing(from, scope, checking, key(0));
  return names.length > 1 && kind.kind === 'tuple' ? kind.parts : [kind];
}

function defineAll(names: readonly Name[], kinds: readonly Kind[], at: number, scope: Scope): void {
  if (names.length !== kinds.length)
    wrong(
      at,
      `there are ${names.length} names for ${kinds.length === 1 ? nounOf(kinds[0]) : `${kinds.length} things`}`,
      kinds.length === 1 ? 'expected one name' : `expected ${kinds.length} names`,
    );
  for (const [i, name] of names.entries()) scope.define(name, kinds[i]);
}

function checkRun(run: Run, scope: Scope, checking: FileCheck): void {
  const { name } = run;
  const kind = kindOfRun(run, scope, checking);
  if (name !== undefined) scope.define(name, kind);
}

/** What the result is; what the statement creates gets its name. */
function kindOfRun({ sql, how }: Run, scope: Scope, checking: FileCheck): Kind {
  const words = partsOf(sql.text).filter(({ kind }) => kind !== 'space' && kind !== 'comment');
  const [first] = words;
  const drawn = words.length === 1 ? scope.find(first.text) : undefined;
  if (words.length === 1 && first.kind === 'word' && drawn === undefined && /^[a-z]\w*'*$/.test(first.text))
    wrong(sql.at, `there is no \`${first.text}\``, scope.expected);
  if (drawn?.kind === 'statement') return drawn.makesTable ? tableNamed('') : { kind: 'result' };
  if (drawn !== undefined && drawn.kind !== 'query')
    wrong(sql.at, `\`${first.text}\` is ${nounOf(drawn)}`, 'expected SQL, a query or a statement');
  const piece = readStatement(sql, scope);
  checking.pieces.set(sql, piece);
  const { statement, creates } = piece;
  if (creates === undefined || how.is === 'refused') return { kind: 'result' };
  const isTable = statement.kind === 'createTable' || statement.kind === 'createTableAs';
  if (statement.kind === 'createTable')
    for (const column of statement.columns) scope.defineColumn(column.name);
  scope.define({ text: creates, at: sql.at }, isTable ? tableNamed(creates) : { kind: 'name' });
  return isTable ? tableNamed(creates) : { kind: 'result' };
}

function tableNamed(base: string): Kind {
  return { kind: 'table', base };
}
