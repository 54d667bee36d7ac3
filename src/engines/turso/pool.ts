// Instances of one module that are used again and again. A boot takes one that is idle, in the state in which it was
// after its initialisation, and gives it a new world. Outcomes depend only on that world, never on what ran before.
//
// While it initialises, the engine asks for the seeds of its hash maps. So there are several images of its memory, each
// from other seeds, and a boot draws from the world which one it gets. There is no warm-up before an image is taken: since
// 0.5 the first write seeds a random generator, and every boot would get the same random() and the same salts of its WAL.

import { createWorld, DEFAULT_WORLD, type World } from '../../world/index.ts';
import { instanceDropped } from './collector.ts';
import { MemoryImage } from './memory-image.ts';
import { canBePutBack, RunningModule } from './running-module.ts';

/** The more, the more orders of hash maps are met. Each costs an image, some 2 MB, and instances of its own. */
const IMAGES = 4;

/** As much as the hash maps draw of a world in which the engine initialises itself. */
const SEED_BYTES = 16;

/** Beyond it the instance that has been idle for longest is dropped. */
const MAXIMUM_IDLE = 12;

/** An instance with more memory than this is not kept. */
const MAXIMUM_BYTES = 96 * 2 ** 20;

export class InstancePool {
  readonly #module: WebAssembly.Module;
  readonly #isKept: boolean;
  readonly #images: MemoryImage[] = [];
  readonly #numbers = new WeakMap<RunningModule, number>();
  #idle: RunningModule[] = [];

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#isKept = canBePutBack(module);
  }

  boot(world: World): RunningModule {
    if (!this.#isKept) return new RunningModule(this.#module, world);
    const number = imageFor(world);
    const running = this.#takeIdle(number) ?? this.#create(number);
    running.enter(world);
    return running;
  }

  /** For an instance that is no longer used, however it ended: all that it was lies in its memory and globals. */
  giveBack(running: RunningModule): void {
    const number = this.#numbers.get(running);
    if (number === undefined || running.bytes > MAXIMUM_BYTES || !running.putBack(this.#images[number])) {
      drop(running);
      return;
    }
    this.#idle.push(running);
    if (this.#idle.length > MAXIMUM_IDLE) drop(this.#idle.shift()!);
  }

  #takeIdle(number: number): RunningModule | undefined {
    const at = this.#idle.findLastIndex((running) => this.#numbers.get(running) === number);
    return at < 0 ? undefined : this.#idle.splice(at, 1)[0];
  }

  #create(number: number): RunningModule {
    const running = new RunningModule(this.#module, birthplace(number));
    const memory = running.memory;
    if (memory !== null) {
      this.#images[number] ??= new MemoryImage(memory);
      this.#numbers.set(running, number);
    }
    return running;
  }
}

function imageFor(world: World): number {
  const seeds = new Uint8Array(SEED_BYTES);
  world.entropy(seeds);
  return seeds[0] % IMAGES;
}

/** Each image comes from a world of its own, the same in every process. */
function birthplace(number: number): World {
  return createWorld({ ...DEFAULT_WORLD, seed: `image ${number}` });
}

function drop(running: RunningModule): void {
  running.release();
  instanceDropped();
}
