// What `property()` is called with, checked at run time: files of properties may be plain JavaScript.

import { DirtError } from '../errors.ts';
import { flag, listOf, matching, mismatch, object, oneOf, positive, type Shape } from '../json/index.ts';
import { FAULT_KINDS } from '../world/index.ts';
import type { PropertyDetails } from './property.ts';

const detailsShape: Shape<PropertyDetails> = object(
  { claims: matching(/^\S.*$/, 'what is claimed, in one sentence') },
  {
    load: oneOf('read', 'write', 'create'),
    faults: listOf(oneOf(...FAULT_KINDS, 'ioError')),
    connections: positive,
    costs: flag,
  } satisfies Record<Exclude<keyof PropertyDetails, 'claims'>, Shape>,
);

export function checkProperty(name: unknown, details: unknown, body: unknown): void {
  const form = `write property('${name}', { claims: 'One sentence.' }, ({ db, run, assert }) => { … })`;
  if (typeof name !== 'string' || name === '')
    throw new DirtError('DIRT_PROPERTY', 'a property has no name', "write property('its-name', …)");
  const claims: unknown = (details as Partial<PropertyDetails> | undefined)?.claims;
  if (claims === undefined)
    throw new DirtError('DIRT_PROPERTY', `the property ${name} does not say what it claims`, form);
  const misfit = mismatch(detailsShape, details, 'the second argument');
  if (misfit !== null)
    throw new DirtError('DIRT_PROPERTY', `the property ${name} is wrong: ${misfit.problem}`, misfit.remedy);
  if (typeof body !== 'function')
    throw new DirtError('DIRT_PROPERTY', `the property ${name} has no body`, form);
  const sort = body.constructor.name;
  if (sort !== 'Function')
    throw new DirtError(
      'DIRT_PROPERTY',
      `the body of the property ${name} is ${sort === 'AsyncFunction' ? 'async' : 'a generator function'}`,
      'it makes a plan at once and runs nothing itself: write a plain function, without await and yield',
    );
}
