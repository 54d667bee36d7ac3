// What the numbers of processes are counted in: a container has its own, and may share folders with others.

import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

export function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return hostname();
  }
}
