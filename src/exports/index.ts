// The door of exports/: others import only this.

export { failsOn } from './fails-on.ts';
export { FORMAT_NAMES, FORMATS, type FormatName } from './formats.ts';
export { regressionTest } from './regression-test.ts';
