// The door of init/: others import only this.

export { configTemplate, ENGINE_FILE } from './config-template.ts';
export { ENGINE_ANSWERS, type EngineChoice, engineChoice } from './engine-choice.ts';
export { engineTemplate } from './engine-template.ts';
export { addLines, staysInside, type Written, writeNewFile } from './new-file.ts';
export { nightlyTemplate } from './nightly-template.ts';
export { PROPERTY_TEMPLATE } from './property-template.ts';
export { propertyOfScript } from './script-property.ts';
export { surroundingsOf } from './surroundings.ts';
export { workflowTemplate } from './workflow-template.ts';
