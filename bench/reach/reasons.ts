// Pairs of slot and kind that SQLite accepts and no plan has, with the reason why that is right. What is in no rule here is not drawn yet.

interface Rule {
  readonly slots: RegExp;
  readonly kinds: readonly string[];
  readonly reason: string;
}

const CONDITIONS = ['logic', 'nullTest', 'between', 'inList', 'inSelect', 'exists', 'like', 'collate'];

const RULES: readonly Rule[] = [
  {
    slots: /./,
    kinds: ['current'],
    reason: 'the model does not follow the clock: only the profile beyondModel has it, in few places',
  },
  { slots: /./, kinds: ['row'], reason: 'no value: SQLite takes it only where it is never computed' },
  {
    slots: /^(?!core\.columns|expression\.)/,
    kinds: ['window'],
    reason: 'a window function is a result column',
  },
  {
    slots: /^(?:values|createTrigger|createView|columnDefinition|logic|nullTest|row|window)\b/,
    kinds: ['aggregate'],
    reason: 'an aggregate belongs to the query whose rows it reads',
  },
  {
    slots: /:select\.(?:limit|offset)$|^select\.(?:limit|offset)$/,
    kinds: CONDITIONS,
    reason: 'a number is asked for, and a comparison stands for all conditions',
  },
  {
    slots: /^like\.escape$/,
    kinds: ['function', 'arithmetic', 'comparison', 'case', 'cast', 'boolean', 'scalar', ...CONDITIONS],
    reason: 'one character',
  },
];

export function reasonFor(slot: string, kind: string): string | undefined {
  return RULES.find(({ slots, kinds }) => slots.test(slot) && kinds.includes(kind))?.reason;
}

export const REASONS: readonly string[] = RULES.map(
  ({ kinds, reason }) => `- ${kinds.join(', ')}: ${reason}.`,
);
