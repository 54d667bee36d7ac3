// A bug base and its history in PostgreSQL, for people and fleets on several machines. Here it is a folder like any other: what others have
// written since the last time is fetched into it, and what was changed here goes there. Where both changed a bug, both count.

import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DirtError } from '../errors.ts';
import {
  cacheFolder,
  folderNames,
  readOwnFileIfThere,
  removeScratchFolder,
  replaceFolder,
  scratchFolder,
  writeAtomically,
} from '../files/index.ts';
import { BUG_FILES, BugBase, mergeBases } from '../find/index.ts';
import { mergeHistories, readHistory } from '../history/index.ts';
import { checked, count, isObject, object, parsed, recordOf, text } from '../json/index.ts';
import { addressFrom, driverFor, queueError, shownAddress } from './address.ts';

/** What the driver gives of itself. */
interface Client {
  connect(): Promise<void>;
  query(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  end(): Promise<void>;
  on(event: 'error', listener: () => void): void;
}

/** How a bug was when it was the same here and there. */
type Synced = Readonly<Record<string, { readonly digest: string; readonly timesSeen: number }>>;

interface Row {
  readonly id: string;
  readonly digest: string;
}

type Files = Readonly<Record<string, string>>;

const TABLES = `
  CREATE TABLE IF NOT EXISTS dirt_bugs (id text PRIMARY KEY, digest text NOT NULL, files bytea NOT NULL);
  CREATE TABLE IF NOT EXISTS dirt_history (line text NOT NULL, digest text PRIMARY KEY);
`;
/** Whoever changes bugs waits for whoever does so already. */
const LOCK = 0x64697274;
const SYNCED = 'synced.json';
const MOST_BYTES = 256 * 1024 * 1024;
const VARIABLE = 'DIRT_BUGS';

export class SharedBugs {
  /** Where they are here. */
  readonly folder: string;
  /** As it may be shown. */
  readonly place: string;
  readonly #address: URL;
  readonly #around: string;

  constructor(address: string) {
    this.#address = addressFrom(address, VARIABLE, ['postgres', 'postgresql']);
    this.place = shownAddress(this.#address);
    const name = createHash('sha256').update(`${this.place} ${this.#address.username}`).digest('hex');
    this.#around = join(cacheFolder(), 'shared', name.slice(0, 16));
    this.folder = join(this.#around, 'bugs');
  }

  /** Afterwards it is the same here and there. */
  async sync(): Promise<void> {
    const client = await this.#connected();
    try {
      mkdirSync(this.folder, { recursive: true });
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await client.query(TABLES);
      await this.#syncBugs(client);
      await this.#syncHistory(client);
      await client.query('COMMIT');
    } catch (error) {
      throw error instanceof DirtError ? error : this.#unsynced(error);
    } finally {
      await client.end().catch(() => {});
    }
  }

  async #connected(): Promise<Client> {
    const { default: driver } = (await driverFor(this.#address)) as {
      default: { Client: new (options: object) => Client };
    };
    const client = new driver.Client({
      connectionString: this.#address.href,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      throw this.#unsynced(error);
    }
  }

  /** What was changed here is not lost. */
  #unsynced(error: unknown): DirtError {
    const { problem, remedy } = queueError(this.place, VARIABLE, error);
    const kept = folderNames(this.folder).length === 0 ? '' : `; bugs are in ${this.folder} until it works`;
    return new DirtError('DIRT_SHARED_BUGS', problem, `${remedy}${kept}`);
  }

  async #syncBugs(client: Client): Promise<void> {
    const before = this.#synced();
    const here = filesOfAll(this.folder);
    const rows = (await client.query('SELECT id, digest FROM dirt_bugs')).rows as readonly Row[];
    const there = new Map(rows.map(({ id, digest }) => [id, digest]));
    const isSame = (id: string) => there.get(id) === before[id]?.digest;
    const changed = [...here].filter(([id, files]) => digestOf(files) !== before[id]?.digest);
    const scratch = scratchFolder();
    try {
      const all = await this.#fetched(client, there, here);
      for (const id of Object.keys(before)) if (!here.has(id) && isSame(id)) all.delete(id);
      for (const [id, files] of changed) if (isSame(id)) all.set(id, files);
      const whole = join(scratch, 'all', 'bugs');
      writeAll(whole, all);
      const others = changed.filter(([id]) => !isSame(id) && there.get(id) !== digestOf(here.get(id)!));
      const delta = join(scratch, 'delta', 'bugs');
      writeAll(
        delta,
        new Map(others.map(([id, files]) => [id, sinceThen(files, before[id]?.timesSeen ?? 0)])),
      );
      mergeBases(new BugBase(whole), [new BugBase(delta)]);
      const merged = filesOfAll(whole);
      await put(client, merged, there);
      this.#replaceHere(here, merged);
    } finally {
      removeScratchFolder(scratch);
    }
  }

  /** What is there; what is the same here is not sent. */
  async #fetched(
    client: Client,
    there: ReadonlyMap<string, string>,
    here: ReadonlyMap<string, Files>,
  ): Promise<Map<string, Files>> {
    const all = new Map<string, Files>();
    for (const [id, digest] of there) {
      const own = here.get(id);
      if (own !== undefined && digestOf(own) === digest) all.set(id, own);
      else {
        const { rows } = await client.query('SELECT files FROM dirt_bugs WHERE id = $1', [id]);
        all.set(id, unpackedFiles(id, (rows[0] as { files: Buffer }).files));
      }
    }
    return all;
  }

  #replaceHere(before: ReadonlyMap<string, Files>, now: ReadonlyMap<string, Files>): void {
    for (const id of before.keys())
      if (!now.has(id)) rmSync(join(this.folder, id), { recursive: true, force: true });
    const changed = [...now].filter(([id, files]) => {
      const old = before.get(id);
      return old === undefined || digestOf(old) !== digestOf(files);
    });
    writeAll(this.folder, new Map(changed));
    const synced: Synced = Object.fromEntries(
      [...now].map(([id, files]) => [id, { digest: digestOf(files), timesSeen: timesSeenIn(files) }]),
    );
    writeAtomically(join(this.#around, SYNCED), JSON.stringify(synced));
  }

  #synced(): Synced {
    const json = readOwnFileIfThere(join(this.#around, SYNCED));
    if (json === null) return {};
    const shape = recordOf(object({ digest: text, timesSeen: count }));
    const wrong = () =>
      new DirtError(
        'DIRT_SHARED_BUGS',
        `${this.#around} is damaged`,
        'remove it: all of it is fetched again',
      );
    return checked(shape, parsed(json, 'it', wrong), 'it', wrong) as Synced;
  }

  async #syncHistory(client: Client): Promise<void> {
    const { rows } = await client.query('SELECT line FROM dirt_history');
    const lines = (rows as readonly { line: string }[]).map(({ line }) => line);
    const known = new Set(lines);
    for (const entry of readHistory(this.folder)) {
      const line = JSON.stringify(entry);
      if (known.has(line)) continue;
      const digest = createHash('sha256').update(line).digest('hex');
      await client.query('INSERT INTO dirt_history VALUES ($1, $2) ON CONFLICT DO NOTHING', [line, digest]);
    }
    const scratch = scratchFolder();
    try {
      writeFileSync(join(scratch, 'history.jsonl'), lines.map((line) => `${line}\n`).join(''));
      mergeHistories(this.folder, [readHistory(join(scratch, 'bugs'))]);
    } finally {
      removeScratchFolder(scratch);
    }
  }
}

async function put(
  client: Client,
  all: ReadonlyMap<string, Files>,
  there: ReadonlyMap<string, string>,
): Promise<void> {
  for (const id of there.keys())
    if (!all.has(id)) await client.query('DELETE FROM dirt_bugs WHERE id = $1', [id]);
  for (const [id, files] of all) {
    const digest = digestOf(files);
    if (there.get(id) === digest) continue;
    await client.query(
      'INSERT INTO dirt_bugs VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET digest = $2, files = $3',
      [id, digest, gzipSync(JSON.stringify(files))],
    );
  }
}

function filesOfAll(folder: string): Map<string, Files> {
  return new Map(
    folderNames(folder).map((id) => [
      id,
      Object.fromEntries(
        BUG_FILES.flatMap((name) => {
          const file = readOwnFileIfThere(join(folder, id, name));
          return file === null ? [] : [[name, file]];
        }),
      ),
    ]),
  );
}

function writeAll(folder: string, all: ReadonlyMap<string, Files>): void {
  mkdirSync(folder, { recursive: true });
  for (const [id, files] of all)
    replaceFolder(join(folder, id), (temporary) => {
      for (const [name, file] of Object.entries(files)) writeFileSync(join(temporary, name), file);
    });
}

function digestOf(files: Files): string {
  const hash = createHash('sha256');
  for (const name of BUG_FILES) {
    const file = files[name];
    if (file !== undefined) hash.update(`${name} ${file.length}\n`).update(file);
  }
  return hash.digest('hex');
}

/** Of what comes from there, names lead nowhere else, and nothing is without end. */
function unpackedFiles(id: string, packed: Buffer): Files {
  const wrong = () =>
    new DirtError(
      'DIRT_SHARED_BUGS',
      `what is stored as ${JSON.stringify(id.slice(0, 80))} is no bug of DIRT`,
      'remove it from the table dirt_bugs',
    );
  let files: unknown;
  try {
    files = JSON.parse(gunzipSync(packed, { maxOutputLength: MOST_BYTES }).toString('utf8'));
  } catch {
    throw wrong();
  }
  const isOne =
    /^[\w-][\w.-]{0,120}$/.test(id) &&
    id !== '__proto__' &&
    isObject(files) &&
    Object.entries(files).every(
      ([name, file]) => (BUG_FILES as readonly string[]).includes(name) && typeof file === 'string',
    );
  if (!isOne) throw wrong();
  return files as Files;
}

function timesSeenIn(files: Files): number {
  const { timesSeen } = bugIn(files) ?? {};
  return typeof timesSeen === 'number' ? timesSeen : 0;
}

/** Null if it is damaged: that is for `dirt bugs doctor`, which needs it here. */
function bugIn(files: Files): Readonly<Record<string, unknown>> | null {
  try {
    const bug: unknown = JSON.parse(files['bug.json'] ?? '{}');
    return isObject(bug) ? bug : null;
  } catch {
    return null;
  }
}

/** What was seen since it was the same here and there. */
function sinceThen(files: Files, timesSeen: number): Files {
  const bug = bugIn(files);
  if (bug === null) return files;
  const seen = Math.max(0, Number(bug.timesSeen) - timesSeen);
  return { ...files, 'bug.json': `${JSON.stringify({ ...bug, timesSeen: seen }, null, 2)}\n` };
}
