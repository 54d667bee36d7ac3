// Tokens to a statement, by recursive descent.

import { SqlError } from './sql-error.ts';
import type { ColumnDefinition, Comparison, Expression, OrderTerm, Select, Statement } from './syntax.ts';
import { type Token, tokenize } from './tokenize.ts';
import type { Affinity } from './value.ts';

export function parse(sql: string): Statement {
  return new Parser(tokenize(sql)).statement();
}

const NULL: Expression = { kind: 'literal', value: null };
const EQUALITIES = ['=', '==', '<>', '!='];
/** Words that begin something else, and so are no names of columns. */
const RESERVED = new Set('AND BETWEEN CASE CAST EXISTS FROM IN IS NOT OR SELECT VALUES WHERE'.split(' '));

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  statement(): Statement {
    const statement = this.#anyStatement();
    if (this.#next.kind !== 'end') this.#fail();
    return statement;
  }

  #anyStatement(): Statement {
    if (this.#take('SELECT')) return this.#select();
    if (this.#take('INSERT')) return this.#insert();
    if (this.#take('UPDATE')) {
      const table = this.#name();
      this.#expect('SET');
      return { kind: 'update', table, set: this.#list(() => this.#assignment()), where: this.#where() };
    }
    if (this.#take('DELETE')) {
      this.#expect('FROM');
      return { kind: 'delete', table: this.#name(), where: this.#where() };
    }
    if (this.#take('CREATE')) {
      this.#expect('TABLE');
      return { kind: 'createTable', table: this.#name(), columns: this.#parenthesised(() => this.#column()) };
    }
    if (this.#take('DROP')) {
      this.#expect('TABLE');
      return { kind: 'dropTable', table: this.#name() };
    }
    if (this.#take('BEGIN')) return { kind: 'begin' };
    if (this.#take('COMMIT')) return { kind: 'commit' };
    if (this.#take('ROLLBACK')) return { kind: 'rollback' };
    return this.#fail();
  }

  #select(): Select {
    const columns = this.#take('*') ? null : this.#list(() => this.#expression());
    const table = this.#take('FROM') ? this.#name() : undefined;
    const where = this.#where();
    const orderBy = this.#take('ORDER') ? this.#orderBy() : [];
    const limit = this.#take('LIMIT') ? this.#expression() : undefined;
    const offset = limit && this.#take('OFFSET') ? this.#expression() : undefined;
    return { kind: 'select', columns, table, where, orderBy, limit, offset };
  }

  #orderBy(): OrderTerm[] {
    this.#expect('BY');
    return this.#list(() => {
      const expression = this.#expression();
      const descending = this.#take('DESC');
      if (!descending) this.#take('ASC');
      return { expression, descending };
    });
  }

  #insert(): Statement {
    this.#expect('INTO');
    const table = this.#name();
    const columns = this.#sign === '(' ? this.#parenthesised(() => this.#name()) : undefined;
    this.#expect('VALUES');
    const rows = this.#list(() => this.#parenthesised(() => this.#expression()));
    return { kind: 'insert', table, columns, rows };
  }

  #assignment(): { column: string; value: Expression } {
    const column = this.#name();
    this.#expect('=');
    return { column, value: this.#expression() };
  }

  #where(): Expression | undefined {
    return this.#take('WHERE') ? this.#expression() : undefined;
  }

  #column(): ColumnDefinition {
    return { name: this.#name(), affinity: this.#affinity() };
  }

  #affinity(): Affinity {
    const type = this.#name().toUpperCase();
    if (this.#sign === '(') this.#parenthesised(() => this.#integer());
    if (type.includes('INT')) return 'integer';
    if (type.includes('CHAR') || type.includes('TEXT')) return 'text';
    throw new SqlError('syntax', `there is no type ${type}`);
  }

  // ── Expressions, from what binds least to what binds most ────────────────────────────────────────────────

  #expression(): Expression {
    let left = this.#conjunction();
    while (this.#take('OR')) left = { kind: 'or', left, right: this.#conjunction() };
    return left;
  }

  #conjunction(): Expression {
    let left = this.#negation();
    while (this.#take('AND')) left = { kind: 'and', left, right: this.#negation() };
    return left;
  }

  #negation(): Expression {
    return this.#take('NOT') ? not(this.#negation()) : this.#equality();
  }

  #equality(): Expression {
    let left = this.#ordering();
    for (;;) {
      const sign = this.#sign;
      if (EQUALITIES.includes(sign)) {
        this.#at++;
        const compared = compare('=', left, this.#ordering());
        left = sign === '<>' || sign === '!=' ? not(compared) : compared;
      } else if (this.#take('IS')) left = this.#is(left);
      else if (this.#take('ISNULL')) left = compare('IS', left, NULL);
      else if (this.#take('NOTNULL')) left = not(compare('IS', left, NULL));
      else if (this.#take('NOT'))
        left = not(this.#take('NULL') ? compare('IS', left, NULL) : this.#among(left));
      else if (sign === 'IN' || sign === 'BETWEEN') left = this.#among(left);
      else return left;
    }
  }

  #is(left: Expression): Expression {
    const negated = this.#take('NOT');
    const sign = this.#sign;
    const right = this.#ordering();
    const test: Expression =
      sign === 'TRUE' || sign === 'FALSE'
        ? { kind: 'isTruth', operand: left, truth: sign === 'TRUE' }
        : compare('IS', left, right);
    return negated ? not(test) : test;
  }

  /** IN and BETWEEN. */
  #among(operand: Expression): Expression {
    if (this.#take('IN')) return { kind: 'in', operand, list: this.#parenthesised(() => this.#expression()) };
    this.#expect('BETWEEN');
    const low = this.#ordering();
    this.#expect('AND');
    return {
      kind: 'and',
      left: compare('>=', operand, low),
      right: compare('<=', operand, this.#ordering()),
    };
  }

  #ordering(): Expression {
    let left = this.#operand();
    for (;;) {
      const sign = this.#sign;
      if (sign !== '<' && sign !== '<=' && sign !== '>' && sign !== '>=') return left;
      this.#at++;
      left = compare(sign, left, this.#operand());
    }
  }

  #operand(): Expression {
    const { kind } = this.#next;
    if (this.#take('(')) {
      const expression = this.#expression();
      this.#expect(')');
      return expression;
    }
    if (kind === 'integer' || this.#sign === '-') return { kind: 'literal', value: this.#integer() };
    if (kind === 'text') return { kind: 'literal', value: this.#tokens[this.#at++].text };
    if (this.#take('NULL')) return NULL;
    if (this.#take('TRUE')) return { kind: 'literal', value: 1n };
    if (this.#take('FALSE')) return { kind: 'literal', value: 0n };
    const name = this.#name();
    return this.#take('.') ? { kind: 'column', table: name, name: this.#name() } : { kind: 'column', name };
  }

  #integer(): bigint {
    const sign = this.#take('-') ? '-' : '';
    if (this.#next.kind !== 'integer') this.#fail();
    const value = BigInt(sign + this.#tokens[this.#at++].text);
    if (value !== BigInt.asIntN(64, value)) throw new SqlError('syntax', `${value} is too large`);
    return value;
  }

  // ── Tokens ───────────────────────────────────────────────────────────────────────────────────────────────

  get #next(): Token {
    return this.#tokens[this.#at];
  }

  /** The next token if it is a word or a symbol; '' if it is a value or a quoted name. */
  get #sign(): string {
    const { kind, text } = this.#next;
    return kind === 'word' || kind === 'symbol' ? text : '';
  }

  #take(sign: string): boolean {
    const isNext = this.#sign === sign;
    if (isNext) this.#at++;
    return isNext;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) this.#fail();
  }

  #name(): string {
    const { kind, text, written } = this.#next;
    if (kind !== 'name' && (kind !== 'word' || RESERVED.has(text))) this.#fail();
    this.#at++;
    return written;
  }

  #list<T>(item: () => T): T[] {
    const items = [item()];
    while (this.#take(',')) items.push(item());
    return items;
  }

  #parenthesised<T>(item: () => T): T[] {
    this.#expect('(');
    const items = this.#list(item);
    this.#expect(')');
    return items;
  }

  #fail(): never {
    throw new SqlError('syntax', `near "${this.#next.written}": syntax error`);
  }
}

function not(operand: Expression): Expression {
  return { kind: 'not', operand };
}

function compare(operator: Comparison, left: Expression, right: Expression): Expression {
  return { kind: 'compare', operator, left, right };
}
