// The power goes off between two statements, and comes back: a new instance on what the disk kept.

import { object } from '../../json/index.ts';
import { fault } from './fault.ts';
import { reopen } from './reopen.ts';
import {
  kindOfCut,
  parseSurvival,
  printSurvival,
  SURVIVAL_FORM,
  type Survival,
  survivalFields,
  UNSYNCED,
  weakerSurvivals,
} from './survival.ts';

export interface PowerCutStep {
  readonly do: 'powerCut';
  readonly survival: Survival;
}

export const powerCut = fault<'powerCut', PowerCutStep, [survival?: Partial<Survival>]>({
  name: 'powerCut',
  about: 'the power goes off between two statements',
  perThousand: 0,
  kindOf: ({ survival }) => kindOfCut(survival),
  needsNoSimulation: false,
  fields: { survival: object(survivalFields) },
  directive: {
    form: `power cut ${SURVIVAL_FORM}`,
    parse: ([first, second, ...rest]) => {
      const survival = first === 'power' && second === 'cut' ? parseSurvival(rest) : null;
      return survival && { do: 'powerCut', survival };
    },
    print: ({ survival }) => `power cut ${printSurvival(survival)}`,
  },
  draw: (drawing, given) => {
    const survival = drawSurvival(drawing);
    return survival && { do: 'powerCut', survival: { ...survival, ...given } };
  },
  rehearse: (model) => model.restart(),
  run: async (host, { survival }) => host.lookAround(await host.powerCut(survival)),
  looksAround: true,
  judge: 'recovery',
  weaker: ({ survival }) => [
    { do: reopen.name },
    ...weakerSurvivals(survival).map((weaker): PowerCutStep => ({ do: 'powerCut', survival: weaker })),
  ],
  skeleton: ({ survival }) => `power cut ${survival.unsynced}`,
});

/** What survives, among the kinds of cut that the engine carries; null if it carries none. */
export function drawSurvival({ random, carries }: Parameters<typeof powerCut.draw>[0]): Survival | null {
  const possible = UNSYNCED.filter((unsynced) => carries(kindOfCut({ unsynced, choice: '' })));
  if (possible.length === 0) return null;
  return { unsynced: random.pick(possible), choice: String(random.below(1_000_000)) };
}
