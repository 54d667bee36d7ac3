// All inspections. The order is that in which chances are drawn after each group of a plan, and that at its end.

import { contents } from './contents.ts';
import { integrity } from './integrity.ts';
import { sqliteOpensIt } from './sqlite-opens-it.ts';

export const INSPECTIONS = { contents, integrity, sqliteOpensIt } as const;

export type InspectionName = keyof typeof INSPECTIONS;

export type InspectionRate = (typeof INSPECTIONS)[InspectionName]['rate'];

export const INSPECTION_NAMES = Object.keys(INSPECTIONS) as readonly InspectionName[];

export { everythingIn, type Inspectable, type Inspected } from './inspection.ts';
