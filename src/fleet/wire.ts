// What coordinator and workers send each other, as text: JSON in which whole numbers of SQL, bytes and unusual reals keep their bits,
// compressed, because results repeat themselves.

import { gunzipSync, gzipSync } from 'node:zlib';
import { DirtError } from '../errors.ts';
import { isObject, parsed } from '../json/index.ts';

/** Larger texts are not sent, and not unpacked. */
export const MOST_BYTES = 32 * 1024 * 1024;

const TAG = '$dirt';

export function packed(value: unknown): string {
  return gzipSync(JSON.stringify(tagged(value)), { level: 6 }).toString('base64');
}

export function unpacked(text: unknown): unknown {
  try {
    const json = gunzipSync(Buffer.from(String(text), 'base64'), { maxOutputLength: 8 * MOST_BYTES });
    return untagged(parsed(json.toString('utf8'), 'it', ({ problem }) => new Error(problem)));
  } catch {
    throw new DirtError(
      'DIRT_FLEET_MESSAGE',
      'a message in the queue is not one of DIRT',
      'give DIRT a queue of its own',
    );
  }
}

function tagged(value: unknown): unknown {
  if (typeof value === 'bigint') return { [TAG]: 'i', v: String(value) };
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { [TAG]: 'r', v: Object.is(value, -0) ? '-0' : String(value) };
  if (value instanceof Uint8Array) return { [TAG]: 'b', v: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(tagged);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, tagged(each)]));
}

function untagged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(untagged);
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, TAG)) return bitsOf(value[TAG], String(value.v));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, untagged(each)]));
}

/** No whole number of SQL has more digits; reading one of millions takes minutes. */
const WHOLE = /^-?\d{1,19}$/;

function bitsOf(tag: unknown, text: string): unknown {
  if (tag === 'i') {
    const whole = WHOLE.test(text) ? BigInt(text) : null;
    if (whole === null || BigInt.asIntN(64, whole) !== whole) throw new RangeError('no whole number of SQL');
    return whole;
  }
  return tag === 'r' ? Number(text) : new Uint8Array(Buffer.from(text, 'base64'));
}
