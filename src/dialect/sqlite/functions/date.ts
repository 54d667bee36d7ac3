// Functions of dates and times. The model does not follow them.

import { shown } from '../features/feature.ts';
import { ANY_NUMBER, type ScalarFunction } from './function.ts';

const MODIFIERS = [
  '+1 day',
  '-1 month',
  'start of month',
  '+1 year',
  'weekday 0',
  'start of day',
  '+90 minutes',
];
const TEMPLATES = ['%Y-%m-%d', '%H:%M:%S', '%s', '%j', '%w', '%d/%m'];

export const date = {
  date: {
    feature: shown(
      'date(time, modifier, …)',
      "date('2024-02-29 12:00:00'), date('2024-01-31', '+1 day'), date('2024-05-20', 'start of month')",
      '2024-02-29',
      '2024-02-01',
      '2024-05-01',
    ),
    arity: [0, ANY_NUMBER],
    varies: 'clock',
    draw: { gives: 'text', takes: ['time'], optional: [MODIFIERS] },
  },
  time: {
    feature: shown(
      'time(time, modifier, …)',
      "time('2024-02-29 12:34:56'), time('12:00', '+1 hours')",
      '12:34:56',
      '13:00:00',
    ),
    arity: [0, ANY_NUMBER],
    varies: 'clock',
    draw: { gives: 'text', takes: ['time'], optional: [MODIFIERS] },
  },
  datetime: {
    feature: shown(
      'datetime(time, modifier, …)',
      "datetime('2024-02-29 12:34:56', 'start of day'), datetime('2024-03-31', '-1 month')",
      '2024-02-29 00:00:00',
      '2024-03-02 00:00:00',
    ),
    arity: [0, ANY_NUMBER],
    varies: 'clock',
    draw: { gives: 'text', takes: ['time'], optional: [MODIFIERS] },
  },
  julianday: {
    feature: shown(
      'julianday(time, modifier, …)',
      "julianday('2000-01-01 12:00:00'), julianday('2000-01-01', '+1 year')",
      2451545,
      2451910.5,
    ),
    arity: [0, ANY_NUMBER],
    varies: 'clock',
    draw: { gives: 'number', takes: ['time'], optional: [MODIFIERS] },
  },
  unixepoch: {
    feature: shown(
      'unixepoch(time, modifier, …)',
      "unixepoch('1970-01-02'), unixepoch('1970-01-01', '+90 minutes')",
      86400n,
      5400n,
    ),
    arity: [0, ANY_NUMBER],
    varies: 'clock',
    draw: { gives: 'number', takes: ['time'], optional: [MODIFIERS] },
  },
  strftime: {
    feature: shown(
      'strftime(template, time, modifier, …)',
      "strftime('%Y/%m/%d %H:%M:%S %j %s %w', '2024-02-29 12:34:56'), strftime('%d', '2024-02-29', 'weekday 0')",
      '2024/02/29 12:34:56 060 1709210096 4',
      '03',
    ),
    arity: [0, ANY_NUMBER],
    varies: 'clock',
    draw: { gives: 'text', takes: [TEMPLATES, 'time'], optional: [MODIFIERS] },
  },
  timediff: {
    feature: shown('timediff(x, y)', "timediff('2024-02-02', '2024-02-01')", '+0000-00-01 00:00:00.000'),
    arity: [2, 2],
    varies: 'clock',
  },
} as const satisfies Record<string, ScalarFunction>;
