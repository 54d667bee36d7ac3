// sum(), total() and avg(): exact while all is integer, then Kahan–Babuška summation, in the order of the rows.

import type { SqlValue } from '../../../sql/index.ts';
import { realOrNull } from './arithmetic.ts';
import { fitsInteger, numericText, realOf } from './convert.ts';
import { Refusal } from './stop.ts';

const SPLIT = 2n ** 52n;
const LOW_PART = 16384n;

export class Sum {
  #count = 0;
  #integers = 0n;
  #approximate = false;
  #overflow = false;
  #sum = 0;
  #error = 0;

  add(value: SqlValue): void {
    if (value === null) return;
    this.#count++;
    const number = typeof value === 'string' ? (numericText(value) ?? value) : value;
    if (typeof number !== 'bigint') {
      if (!this.#approximate) this.#becomeApproximate();
      this.#overflow = false;
      this.#addReal(realOf(number));
    } else if (this.#approximate) this.#addInteger(number);
    else if (fitsInteger(this.#integers + number)) this.#integers += number;
    else {
      this.#becomeApproximate();
      this.#overflow = true;
      this.#addInteger(number);
    }
  }

  sum(): SqlValue {
    if (this.#count === 0) return null;
    if (!this.#approximate) return this.#integers;
    if (this.#overflow) throw new Refusal('other', 'integer overflow');
    return realOrNull(this.#real());
  }

  total(): SqlValue {
    return realOrNull(this.#real());
  }

  average(): SqlValue {
    return this.#count === 0 ? null : realOrNull(this.#real() / this.#count);
  }

  #real(): number {
    if (!this.#approximate) return Number(this.#integers);
    return Number.isFinite(this.#error) ? this.#sum + this.#error : this.#sum;
  }

  #becomeApproximate(): void {
    this.#approximate = true;
    const [high, low] = parts(this.#integers);
    this.#sum = high;
    this.#error = low;
  }

  #addInteger(value: bigint): void {
    const [high, low] = parts(value);
    this.#addReal(high);
    if (isLarge(value)) this.#addReal(low);
  }

  #addReal(value: number): void {
    const before = this.#sum;
    const after = before + value;
    if (Math.abs(before) > Math.abs(value)) this.#error += before - after + value;
    else this.#error += value - after + before;
    this.#sum = after;
  }
}

const isLarge = (value: bigint): boolean => value <= -SPLIT || value >= SPLIT;

/** Two doubles that together are exactly the integer. */
function parts(value: bigint): [high: number, low: number] {
  if (!isLarge(value)) return [Number(value), 0];
  const low = value % LOW_PART;
  return [Number(value - low), Number(low)];
}
