// Loaded into a process before its program (`node --import`): kills it at the write or the naming of a file in its folder that
// KILLED_AT counts, the first being 1. A write is cut in the middle.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve, sep } from 'node:path';

const folder = process.cwd() + sep;
let left = Number(process.env.KILLED_AT);

function isTheOne(path) {
  return typeof path === 'string' && resolve(path).startsWith(folder) && --left === 0;
}

function die() {
  process.kill(process.pid, 'SIGKILL');
}

const { writeFileSync, linkSync, renameSync } = fs;

fs.writeFileSync = (path, content, ...rest) => {
  if (!isTheOne(path)) return writeFileSync(path, content, ...rest);
  writeFileSync(path, content.slice(0, content.length / 2), ...rest);
  die();
};

fs.linkSync = (from, to) => {
  if (isTheOne(to)) die();
  linkSync(from, to);
};

fs.renameSync = (from, to) => {
  if (isTheOne(to)) die();
  renameSync(from, to);
};

syncBuiltinESMExports();
