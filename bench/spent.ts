// Where the time of workers goes, for a person: measured in threads like those of a campaign, one line of figures and one of parts.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { WORKER_LIMITS } from '../src/campaign/tuning.ts';
import { PARTS, type Part } from './timed.ts';
import type { WhereFigures, WhereRequest } from './where.ts';

/** What `rest` is made of mostly. */
const NAMES: Readonly<Partial<Record<Part, string>>> = { rest: 'judging and the rest' };

/** The same work in this many threads at once; what each of them has to tell. */
export function measureWhere(request: WhereRequest, workers: number): Promise<WhereFigures[]> {
  const measureOne = async (_: unknown, number: number): Promise<WhereFigures> => {
    const worker = new Worker(new URL('./where.js', import.meta.url), {
      workerData: { ...request, seed: `${request.seed}-${number}` },
      resourceLimits: WORKER_LIMITS,
    });
    const [figures] = (await once(worker, 'message')) as [WhereFigures];
    return figures;
  };
  return Promise.all(Array.from({ length: workers }, measureOne));
}

/** Statements per second, of all workers. */
export function rateOf(figures: readonly WhereFigures[]): number {
  return figures.reduce((sum, one) => sum + one.statements / (totalMs(one) / 1000), 0);
}

/** Of one worker alone in its process: CPU time is that of the process. */
export function linesOf(figures: WhereFigures): string[] {
  const { plans, statements, spentMs, collectionsMs, cpuMs } = figures;
  const total = totalMs(figures);
  const share = (milliseconds: number) => `${((100 * milliseconds) / total).toFixed(1)} %`;
  const each = (milliseconds: number) => `${((1000 * milliseconds) / statements).toFixed(0)} µs`;
  return [
    `  ${plans} plans, ${statements} statements: ${Math.round((1000 * statements) / cpuMs)} per CPU second, ` +
      `${Math.round((1000 * statements) / total)} per second`,
    ...PARTS.map(
      (part) =>
        `    ${(NAMES[part] ?? part).padEnd(22)} ${share(spentMs[part]).padStart(7)}  ${each(spentMs[part])} per statement`,
    ),
    `    within these, collections of garbage ${share(collectionsMs)}; boots and connections together ${share(spentMs.boots + spentMs.connections)}`,
  ];
}

function totalMs({ spentMs }: WhereFigures): number {
  return PARTS.reduce((sum, part) => sum + spentMs[part], 0);
}
