// The door of imports/: others import only this.

export { addToCorpus, type Corpus, corpusIn, startOf } from './corpus.ts';
export { type Disagreement, learned, type Speaker } from './learn.ts';
export { readDatabase } from './read-database.ts';
export { readSuiteFile, SUITE_FILES } from './read-file.ts';
export { shellText, valuesOf } from './suite-text.ts';
