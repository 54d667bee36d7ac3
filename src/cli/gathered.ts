// Where a coordinator puts what is found before it joins the bug base: so one that begins anew counts nothing twice.

import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pid } from 'node:process';
import { createAtomically, isAlive, readOwnFileIfThere } from '../files/index.ts';
import { BugBase, mergeBases } from '../find/index.ts';
import { secondCoordinator } from '../fleet/index.ts';

const HOLDER = 'coordinator';

export class Gathered {
  /** A bug base. */
  readonly bugs: string;
  readonly #into: string;
  readonly #folder: string;

  /** Empty, and nobody else's: throws if another process of this machine is at it. */
  constructor(into: string, seed: string) {
    this.#into = into;
    this.#folder = join(dirname(into), 'fleet', `seed-${encodeURIComponent(seed)}`);
    this.bugs = join(this.#folder, 'bugs');
    const holder = Number(readOwnFileIfThere(join(this.#folder, HOLDER)) ?? '0');
    if (holder > 0 && isAlive(holder)) throw secondCoordinator(`with seed ${seed}`, `${holder}`, 'here');
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(into, { recursive: true });
    if (!createAtomically(join(this.#folder, HOLDER), String(pid)))
      throw secondCoordinator(`with seed ${seed}`, 'that began just now', 'here');
  }

  /** Into the bug base, and into the one beside it for what DIRT itself does wrong. */
  join(): void {
    const pairs = [
      [this.#into, this.bugs],
      [join(dirname(this.#into), 'dirt-is-wrong'), join(this.#folder, 'dirt-is-wrong')],
    ];
    for (const [into, from] of pairs) mergeBases(new BugBase(into), [new BugBase(from)]);
  }

  leave(): void {
    rmSync(join(this.#folder, HOLDER), { force: true });
  }
}
