// The npm packages that may hold the native build for this machine.

import { DirtError } from '../../errors.ts';

const PREFIX = '@tursodatabase/database-';

/** From the likeliest on: the names have changed between versions. */
export function platformPackages(): readonly string[] {
  const { platform, arch } = process;
  const names = NAMES[`${platform}-${arch}`];
  if (names === undefined || (platform === 'linux' && !hasGlibc())) {
    throw new DirtError(
      'DIRT_ENGINE_PLATFORM',
      `there is no native build of Turso for ${platform}-${arch}${platform === 'linux' ? ' without glibc' : ''}`,
      'use the engine turso, which runs everywhere, or a file: path to a build of your own',
    );
  }
  return names.map((name) => PREFIX + name);
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'linux-x64': ['linux-x64-gnu'],
  'linux-arm64': ['linux-arm64-gnu'],
  'darwin-arm64': ['darwin-arm64', 'darwin-universal'],
  'darwin-x64': ['darwin-universal'],
  'win32-x64': ['win32-x64-msvc'],
};

function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}
