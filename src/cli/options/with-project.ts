// The action of a command that runs in a project: loads it and fills in what its configuration says.

import { relative } from 'node:path';
import type { Command } from 'commander';
import { sweepHomes } from '../../engines/index.ts';
import { sweepScratchFolders } from '../../files/index.ts';
import { configFile, isForeignCode, loadProject, type Project } from '../../project/index.ts';
import { printError } from '../console.ts';
import { applyConfig } from './settings.ts';
import { withSharedBugs } from './shared-bugs.ts';

/** As commander calls it: arguments, options, and the command last. */
export function withProject<A extends unknown[]>(
  action: (project: Project, ...args: A) => void | Promise<void>,
): (...args: A) => Promise<void> {
  return async (...args) => {
    const command = args.at(-1) as Command;
    const { config } = command.optsWithGlobals<{ config?: string }>();
    sweepHomes();
    sweepScratchFolders();
    const file = configFile(config);
    if (file !== null && isForeignCode(file))
      printError(`dirt: ${relative('', file)} belongs to another project; its code runs with your rights`);
    const project = await loadProject(file);
    applyConfig(project.config, command);
    await withSharedBugs(command, () => action(project, ...args));
  };
}
