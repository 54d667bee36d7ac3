// The door of files/: others import only this.

export { createAtomically, writeAtomically } from './atomic-file.ts';
export { folderNames, replaceFolder, restoreFolders } from './atomic-folder.ts';
export { cacheFolder } from './cache-folder.ts';
export { inside } from './inside.ts';
export { isAlive } from './is-alive.ts';
export { locked } from './locked.ts';
export { makeFolder } from './make-folder.ts';
export { explained, fileError, openText, readText, readTextIfThere, writeText } from './named-file.ts';
export { appendToOwnFile, openOwnFile, readOwnFile, readOwnFileIfThere } from './own-file.ts';
export { processNamespace } from './process-namespace.ts';
export { removeScratchFolder, scratchFolder, sweepScratchFolders } from './scratch-folder.ts';
