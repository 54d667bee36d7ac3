// Addresses of queues and databases. They come from the environment alone, since they may hold passwords, and are shown without.

import { DirtError, messageOf } from '../errors.ts';

export type Protocol = 'redis' | 'rediss' | 'postgres' | 'postgresql';

const EXAMPLES: Readonly<Record<Protocol, string>> = {
  redis: 'redis://host:6379',
  rediss: 'rediss://…',
  postgres: 'postgres://user:password@host/database',
  postgresql: 'postgresql://…',
};

/** What a variable of the environment says. */
export function addressFrom(
  given: string | undefined,
  variable: string,
  protocols: readonly Protocol[],
): URL {
  const example = `set ${variable} to ${protocols.map((each) => EXAMPLES[each]).join(', or ')}`;
  const wrong = (problem: string) => new DirtError('DIRT_FLEET_QUEUE', problem, example);
  if (!given) throw wrong(`${variable} does not say where the queue is`);
  let address: URL;
  try {
    address = new URL(given);
  } catch {
    throw wrong(`${variable} is no address`);
  }
  if (protocols.some((each) => address.protocol === `${each}:`)) return address;
  throw wrong(`${variable} is about ${address.protocol}`);
}

/** Without the password. */
export function shownAddress({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

export async function driverFor(address: URL): Promise<unknown> {
  return installed(address.protocol.startsWith('postgres') ? 'pg' : 'ioredis');
}

/** A package that DIRT does without otherwise. */
export async function installed(name: 'pg' | 'ioredis' | 'bullmq'): Promise<unknown> {
  try {
    return await import(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new DirtError(
      'DIRT_FLEET_PACKAGES',
      `this needs the package ${name}, which DIRT does without otherwise`,
      'npm install --save-dev bullmq@6.7.0 and ioredis, or pg for PostgreSQL',
    );
  }
}

/** What the system or the server says was wrong. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return [code, messageOf(error)].filter(Boolean).join(' ');
}

export function queueError(place: string, variable: string, error: unknown): DirtError {
  const reason = reasonOf(error);
  const isRefused = /WRONGPASS|NOAUTH|password|authentication/i.test(reason);
  return new DirtError(
    'DIRT_FLEET_QUEUE',
    isRefused
      ? `${place} refuses the user or password`
      : `${place} does not answer (${reason.slice(0, 120)})`,
    isRefused ? `correct them in ${variable}` : `start it, or correct ${variable}`,
  );
}
