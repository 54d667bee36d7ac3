// The door of config/: others import only this.

export {
  type Config,
  type ConfiguredEngine,
  type ConfiguredProfile,
  defineConfig,
  type FaultRates,
  type Limits,
} from './config.ts';
export { configError } from './config-error.ts';
export { configShape, MOST_STEPS, MOST_WORKERS } from './config-shape.ts';
export { checkIsEngine, configuredEngine } from './configured-engine.ts';
export { configuredReporter } from './configured-reporter.ts';
