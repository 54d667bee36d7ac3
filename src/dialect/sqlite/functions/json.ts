// Functions of JSON. The model does not follow them.

import { shown } from '../features/feature.ts';
import { ANY_NUMBER, type ScalarFunction } from './function.ts';

const TEXTS = ['{"a":1,"b":[1,2,"x"]}', '[1,2.5,null,"a",true]', '[]', '{}', '"text"', '12', 'null'];
const PATHS = ['$', '$.a', '$.b', '$.b[1]', '$[0]', '$[3]', '$.none'];

const NO_JSON = 'text that is not JSON';
const NO_BLOBS = 'a BLOB that is not JSONB';

export const json = {
  json: {
    feature: shown('json(x)', `json(' {"a": [1, 2]} ')`, '{"a":[1,2]}'),
    arity: [1, 1],
    raises: NO_JSON,
    draw: { gives: 'text', takes: [TEXTS] },
  },
  json_array: {
    feature: shown('json_array(x, …)', "json_array(1, 'a', NULL)", '[1,"a",null]'),
    arity: [0, ANY_NUMBER],
    raises: NO_BLOBS,
    draw: { gives: 'text', takes: ['jsonable'], more: 'jsonable' },
  },
  json_array_length: {
    feature: shown('json_array_length(x)', "json_array_length('[1, 2]')", 2n),
    arity: [1, 2],
    raises: NO_JSON,
    draw: { gives: 'number', takes: [TEXTS] },
  },
  json_extract: {
    feature: shown('json_extract(x, path)', `json_extract('{"a": [1, "x"]}', '$.a[1]')`, 'x'),
    arity: [0, ANY_NUMBER],
    raises: NO_JSON,
    draw: { gives: 'any', takes: [TEXTS, PATHS] },
  },
  json_object: {
    feature: shown('json_object(name, x, …)', "json_object('a', 1)", '{"a":1}'),
    arity: [0, ANY_NUMBER],
    raises: 'a BLOB that is not JSONB, a name that is not text, and a name without a value',
    draw: { gives: 'text', takes: ['jsonName', 'jsonable'] },
  },
  json_quote: {
    // Whether a number becomes a text is not said.
    feature: shown('json_quote(x)', "json_quote('x')", '"x"'),
    arity: [1, 1],
    raises: NO_BLOBS,
    draw: { gives: 'text', takes: ['jsonName'] },
  },
  json_type: {
    feature: shown('json_type(x)', "json_type('[1]'), json_type('1.5')", 'array', 'real'),
    arity: [1, 2],
    raises: NO_JSON,
    draw: { gives: 'text', takes: [TEXTS] },
  },
  json_valid: {
    feature: shown('json_valid(x)', "json_valid('[1]'), json_valid('[')", 1n, 0n),
    arity: [1, 2],
    raises: 'a second argument that is not between 1 and 15',
    isHarmless: (given) => given.length === 1,
    draw: { gives: 'number', takes: ['any'] },
  },
  json_insert: {
    feature: shown('json_insert(x, path, y)', `json_insert('{"a":1}', '$.b', 2)`, '{"a":1,"b":2}'),
    arity: [0, ANY_NUMBER],
    raises: NO_JSON,
  },
  json_set: {
    feature: shown('json_set(x, path, y)', `json_set('{"a":1}', '$.a', 2)`, '{"a":2}'),
    arity: [0, ANY_NUMBER],
    raises: NO_JSON,
  },
  json_replace: {
    feature: shown('json_replace(x, path, y)', `json_replace('{"a":1}', '$.a', 2)`, '{"a":2}'),
    arity: [0, ANY_NUMBER],
    raises: NO_JSON,
  },
  json_remove: {
    feature: shown('json_remove(x, path)', `json_remove('{"a":1,"b":2}', '$.a')`, '{"b":2}'),
    arity: [0, ANY_NUMBER],
    raises: NO_JSON,
  },
  json_patch: {
    feature: shown('json_patch(x, y)', `json_patch('{"a":1}', '{"b":2}')`, '{"a":1,"b":2}'),
    arity: [2, 2],
    raises: NO_JSON,
  },
  json_pretty: {
    feature: shown('json_pretty(x)', "json_pretty('[1]')", '[\n    1\n]'),
    arity: [1, 2],
    raises: NO_JSON,
  },
  json_error_position: {
    feature: shown('json_error_position(x)', "json_error_position('[1]')", 0n),
    arity: [1, 1],
  },
  jsonb: {
    feature: shown('jsonb(x)', "json(jsonb('[1, 2]'))", '[1,2]'),
    arity: [1, 1],
    raises: NO_JSON,
  },
} as const satisfies Record<string, ScalarFunction>;
