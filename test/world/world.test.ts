import { expect, test } from 'vitest';
import { afterPowerCut, createWorld, type World } from '../../src/world/world.ts';
import { DEFAULT_WORLD } from '../../src/world/world-spec.ts';

function entropyOf(world: World, count: number): number[] {
  const bytes = new Uint8Array(count);
  world.entropy(bytes);
  return [...bytes];
}

test('the seed decides time and entropy', () => {
  const [one, same, other] = ['a', 'a', 'b'].map((seed) => createWorld({ ...DEFAULT_WORLD, seed }));
  expect(same.clock.read()).toBe(one.clock.read());
  expect(other.clock.read()).not.toBe(one.clock.read());
  const bytes = entropyOf(one, 32);
  expect(entropyOf(same, 32)).toEqual(bytes);
  expect(entropyOf(other, 32)).not.toEqual(bytes);
});

test('time and entropy go on after a power cut', () => {
  const world = createWorld(DEFAULT_WORLD);
  const before = world.clock.read();
  const bytes = entropyOf(world, 16);
  const later = afterPowerCut(world, { unsynced: 'keep', choice: '0' });
  expect(later.clock.read()).toBeGreaterThan(before);
  expect(entropyOf(later, 16)).not.toEqual(bytes);
});

test('the clock moves when it is read, so that waiting for it ends', () => {
  const { clock } = createWorld(DEFAULT_WORLD);
  expect(clock.read()).toBeLessThan(clock.read());
});

test('setting the clock back changes the time of day, and never the time that has passed', () => {
  const { clock } = createWorld(DEFAULT_WORLD);
  const [day, passed] = [clock.read(), clock.readMonotonic()];
  clock.jump(-3_600_000);
  expect(clock.read()).toBeLessThan(day);
  expect(clock.readMonotonic()).toBeGreaterThan(passed);
  clock.advance(5_000_000_000n);
  expect(clock.readMonotonic() - passed).toBeGreaterThan(5_000_000_000n);
});
