// The door of project/: others import only this.

export { isForeignCode } from './foreign-code.ts';
export { configFile } from './load-config.ts';
export { type PropertyFile, propertiesOf } from './load-properties.ts';
export { loadProject, Project } from './project.ts';
