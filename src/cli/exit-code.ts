// What the exit code says.

export const EXIT = {
  nothingFound: 0,
  bugsFound: 1,
  /** Wrong use, configuration or property. */
  misuse: 2,
  /** DIRT itself is wrong; wins over bugs. */
  dirtIsWrong: 3,
  interrupted: 130,
} as const;
