// Numbers of about 106 bits, held as the sum of two doubles (Dekker 1971). SQLite reads and prints reals with
// them, so its results can differ from JavaScript's in the last bit; these give the same bits as SQLite.

/** The number being worked on: `high + low`. One shared pair, so that nothing is allocated. */
export const pair = { high: 0, low: 0 };

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);
// 1.0 is 0x3ff00000_00000000: the word that is zero holds the low half.
bits[0] = 1;
const LOW_WORD = words[0] === 0 ? 0 : 1;

/** The upper 27 bits of a double's mantissa, so that products of two such halves are exact. */
function upperHalf(value: number): number {
  bits[0] = value;
  words[LOW_WORD] = words[LOW_WORD] & 0xfc000000;
  return bits[0];
}

function multiply(high: number, low: number): void {
  const x = pair.high;
  const xUpper = upperHalf(x);
  const xLower = x - xUpper;
  const yUpper = upperHalf(high);
  const yLower = high - yUpper;
  const product = xUpper * yUpper;
  const cross = xUpper * yLower + xLower * yUpper;
  const sum = product + cross;
  let rest = product - sum + cross + xLower * yLower;
  rest = x * low + pair.low * high + rest;
  pair.high = sum + rest;
  pair.low = sum - pair.high;
  pair.low += rest;
}

// The second number of each is the error of the first as a power of ten.
export const times1e100 = (): void => multiply(1.0e100, -1.5902891109759918e83);
export const times1e10 = (): void => multiply(1.0e10, 0);
export const times10 = (): void => multiply(10, 0);
export const over1e100 = (): void => multiply(1.0e-100, -1.9991899802602883e-117);
export const over1e10 = (): void => multiply(1.0e-10, -3.643219731549774e-27);
export const over10 = (): void => multiply(0.1, -5.551115123125783e-18);
