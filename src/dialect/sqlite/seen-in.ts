// The versions of SQLite that the table of its bugs speaks of.

/** SQLite of before, the one that Turso follows, and the newest. */
export const [OLD, INSTALLED, NEWEST] = ['3.40.1', '3.50.4', '3.54.1'];
