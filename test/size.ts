// How much a test does: a sample in `npm test`, all of it in `npm run test:long`.

export const isFullSize = process.env.DIRT_TEST_SIZE === 'full';

export function sized<T>(sample: T, all: T): T {
  return isFullSize ? all : sample;
}
