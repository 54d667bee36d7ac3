// SQLite finds the engine's file whole, with the same rows in it.

import { contentsReport, integrityReport } from './inspected.ts';
import { isOpenedElsewhere, type Judge } from './judge.ts';

export const sqliteOpensIt: Judge = {
  claims: "SQLite finds the engine's file whole, with the same rows in it.",
  isAsked: isOpenedElsewhere,
  judge: ({ test, inspection }) => {
    if (test === undefined || inspection === undefined || !isOpenedElsewhere(test)) return null;
    return (
      integrityReport(inspection, 'sqliteOpensIt') ??
      contentsReport(inspection, test.allowed ?? [], 'corruption', 'sqliteOpensIt')
    );
  },
};
