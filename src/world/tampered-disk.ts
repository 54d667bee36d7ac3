// A disk of which some methods were exchanged. The one underneath stays what survives a power cut.

import type { Disk } from './disk.ts';

export function tampered(disk: Disk, methods: Partial<Disk>): Disk {
  return new Proxy(disk, {
    get(target, key) {
      const method = Reflect.get(methods, key);
      if (method !== undefined) return method;
      // Private fields are reached through the disk itself.
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
