// Collects the statements of a script with what is expected of them, in the order in which a reader of suites meets them.

import { planOfStatements, type Step, splitScript, type TextOn } from '../plan/index.ts';
import { DEFAULT_FUEL } from '../planning/index.ts';
import type { Expectation, Expected, ImportedScript } from './script.ts';

export class ScriptDraft {
  readonly #name: string;
  readonly #done: ImportedScript[] = [];
  #statements: (TextOn | Step)[] = [];
  #expectations: Expectation[] = [];
  /** Something in between was left out, so that nobody knows what must come from here on. */
  #isBroken = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** Statements with `;` in between, and what they must give together. */
  add(sql: string, line: number, expects: Expected | null, on = 0): void {
    const from = this.#statements.length;
    for (const part of splitScript(sql))
      if (part.kind === 'statement') this.#statements.push({ sql: part.sql, on });
    const to = this.#statements.length;
    if (expects !== null && to > from && !this.#isBroken)
      this.#expectations.push({ line, from, to, expects });
  }

  /** A fault between statements. */
  step(step: Step): void {
    if (this.#statements.length > 0) this.#statements.push(step);
  }

  /** What comes next in the text cannot be taken in. */
  breaks(): void {
    this.#isBroken = true;
  }

  /** What follows begins with a fresh database. */
  restart(): void {
    if (this.#statements.length > 0) {
      const name = this.#done.length === 0 ? this.#name : `${this.#name}#${this.#done.length + 1}`;
      const plan = planOfStatements(this.#statements, DEFAULT_FUEL);
      this.#done.push({ name, plan, expectations: this.#expectations });
    }
    this.#statements = [];
    this.#expectations = [];
    this.#isBroken = false;
  }

  scripts(): ImportedScript[] {
    this.restart();
    return this.#done;
  }
}
