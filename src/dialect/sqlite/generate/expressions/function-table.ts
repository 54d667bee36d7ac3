// The scalar functions that can be generated, as data: what they take, and what they give.

import type { FeatureId } from '../../features/catalogue.ts';
import type { Weights } from '../weights.ts';

/** What an argument should be; see function-arguments.ts for how each is drawn. */
export type ArgumentKind =
  | 'any'
  | 'number'
  | 'text'
  | 'condition'
  | 'small'
  | 'digits'
  | 'length'
  | 'codepoint'
  | 'probability'
  | 'pattern'
  | 'characters'
  | 'hexText'
  | 'template'
  | 'time'
  | 'modifier'
  | 'timeTemplate'
  | 'json'
  | 'jsonName'
  | 'jsonPath'
  | 'jsonable';

export interface FunctionSpec {
  readonly name: string;
  readonly family: keyof Weights['functions'];
  readonly result: 'any' | 'number' | 'text';
  readonly arguments: readonly ArgumentKind[];
  readonly optional?: readonly ArgumentKind[];
  /** Up to two more of this kind. */
  readonly more?: ArgumentKind;
  readonly needs?: readonly FeatureId[];
}

const NUMBER_TO_NUMBER = ['number'] as const;

function math(...names: readonly string[]): FunctionSpec[] {
  return names.map((name) => ({ name, family: 'math', result: 'number', arguments: NUMBER_TO_NUMBER }));
}

export const functionTable: readonly FunctionSpec[] = [
  { name: 'coalesce', family: 'core', result: 'any', arguments: ['any', 'any'], more: 'any' },
  { name: 'ifnull', family: 'core', result: 'any', arguments: ['any', 'any'] },
  { name: 'iif', family: 'core', result: 'any', arguments: ['condition', 'any', 'any'] },
  { name: 'nullif', family: 'core', result: 'any', arguments: ['any', 'any'] },
  { name: 'min', family: 'core', result: 'any', arguments: ['any', 'any'], more: 'any' },
  { name: 'max', family: 'core', result: 'any', arguments: ['any', 'any'], more: 'any' },
  { name: 'likely', family: 'core', result: 'any', arguments: ['any'] },
  { name: 'unlikely', family: 'core', result: 'any', arguments: ['any'] },
  {
    name: 'likelihood',
    family: 'core',
    result: 'any',
    arguments: ['any', 'probability'],
    needs: ['literal.real'],
  },
  { name: 'typeof', family: 'core', result: 'text', arguments: ['any'] },
  { name: 'quote', family: 'core', result: 'text', arguments: ['any'] },
  { name: 'zeroblob', family: 'core', result: 'any', arguments: ['length'] },
  { name: 'char', family: 'text', result: 'text', arguments: ['codepoint'], more: 'codepoint' },
  { name: 'concat', family: 'text', result: 'text', arguments: ['any'], more: 'any' },
  { name: 'concat_ws', family: 'text', result: 'text', arguments: ['text', 'any'], more: 'any' },
  { name: 'format', family: 'text', result: 'text', arguments: ['template', 'any'], more: 'any' },
  { name: 'printf', family: 'text', result: 'text', arguments: ['template', 'any'], more: 'any' },
  { name: 'glob', family: 'text', result: 'number', arguments: ['pattern', 'any'] },
  { name: 'like', family: 'text', result: 'number', arguments: ['pattern', 'any'] },
  { name: 'hex', family: 'text', result: 'text', arguments: ['any'] },
  { name: 'unhex', family: 'text', result: 'any', arguments: ['hexText'], optional: ['characters'] },
  { name: 'instr', family: 'text', result: 'number', arguments: ['any', 'text'] },
  { name: 'length', family: 'text', result: 'number', arguments: ['any'] },
  { name: 'octet_length', family: 'text', result: 'number', arguments: ['any'] },
  { name: 'lower', family: 'text', result: 'text', arguments: ['any'] },
  { name: 'upper', family: 'text', result: 'text', arguments: ['any'] },
  { name: 'ltrim', family: 'text', result: 'text', arguments: ['text'], optional: ['characters'] },
  { name: 'rtrim', family: 'text', result: 'text', arguments: ['text'], optional: ['characters'] },
  { name: 'trim', family: 'text', result: 'text', arguments: ['text'], optional: ['characters'] },
  { name: 'replace', family: 'text', result: 'text', arguments: ['any', 'characters', 'text'] },
  { name: 'substr', family: 'text', result: 'text', arguments: ['any', 'small'], optional: ['small'] },
  { name: 'substring', family: 'text', result: 'text', arguments: ['any', 'small'], optional: ['small'] },
  { name: 'unicode', family: 'text', result: 'number', arguments: ['text'] },
  { name: 'abs', family: 'number', result: 'number', arguments: ['number'] },
  { name: 'round', family: 'number', result: 'number', arguments: ['number'], optional: ['digits'] },
  { name: 'sign', family: 'number', result: 'number', arguments: ['any'] },
  ...math('acos', 'acosh', 'asin', 'asinh', 'atan', 'atanh', 'ceil', 'ceiling', 'cos', 'cosh', 'degrees'),
  ...math('exp', 'floor', 'ln', 'log10', 'log2', 'radians', 'sin', 'sinh', 'sqrt', 'tan', 'tanh', 'trunc'),
  { name: 'atan2', family: 'math', result: 'number', arguments: ['number', 'number'] },
  { name: 'log', family: 'math', result: 'number', arguments: ['number'], optional: ['number'] },
  { name: 'mod', family: 'math', result: 'number', arguments: ['number', 'number'] },
  { name: 'pow', family: 'math', result: 'number', arguments: ['number', 'small'] },
  { name: 'power', family: 'math', result: 'number', arguments: ['number', 'small'] },
  { name: 'pi', family: 'math', result: 'number', arguments: [] },
  { name: 'date', family: 'date', result: 'text', arguments: ['time'], optional: ['modifier'] },
  { name: 'time', family: 'date', result: 'text', arguments: ['time'], optional: ['modifier'] },
  { name: 'datetime', family: 'date', result: 'text', arguments: ['time'], optional: ['modifier'] },
  { name: 'julianday', family: 'date', result: 'number', arguments: ['time'], optional: ['modifier'] },
  { name: 'unixepoch', family: 'date', result: 'number', arguments: ['time'], optional: ['modifier'] },
  {
    name: 'strftime',
    family: 'date',
    result: 'text',
    arguments: ['timeTemplate', 'time'],
    optional: ['modifier'],
  },
  { name: 'json', family: 'json', result: 'text', arguments: ['json'] },
  { name: 'json_array', family: 'json', result: 'text', arguments: ['jsonable'], more: 'jsonable' },
  { name: 'json_array_length', family: 'json', result: 'number', arguments: ['json'] },
  { name: 'json_extract', family: 'json', result: 'any', arguments: ['json', 'jsonPath'] },
  { name: 'json_object', family: 'json', result: 'text', arguments: ['jsonName', 'jsonable'] },
  { name: 'json_quote', family: 'json', result: 'text', arguments: ['jsonable'] },
  { name: 'json_type', family: 'json', result: 'text', arguments: ['json'] },
  { name: 'json_valid', family: 'json', result: 'number', arguments: ['any'] },
];
