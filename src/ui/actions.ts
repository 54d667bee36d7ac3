// What the page can ask for. Everything that comes from it is checked, and becomes words of a command line, never of a shell.

import { DirtError } from '../errors.ts';
import { type Bug, BugBase, merged, muted, split, unmuted } from '../find/index.ts';
import type { FleetWatch } from '../fleet/index.ts';
import {
  checked,
  listOf,
  type Mismatch,
  matching,
  object,
  openObject,
  type Shape,
  text,
} from '../json/index.ts';
import type { PageData } from '../page/index.ts';
import { saidIn } from './answers.ts';
import type { Jobs } from './jobs.ts';
import type { ShrunkScript, Told } from './news.ts';
import type { Answer } from './server.ts';

/** Words that begin with a dash would be options. */
const word = matching(/^[\w.@:/+][\w.@:/+-]{0,200}$/, 'a name');
const propertyName = matching(/^[a-z][a-z0-9-]{0,60}$/, 'a name as in rows-stay-whole');
const sentence = matching(/^[^-].{0,300}$/, 'a sentence');
const id = matching(/^[\w][\w.-]{0,200}$/, 'an id');

/** Each field becomes an option, so there are no others. */
const startShape = object(
  {},
  { engine: word, budget: word, plans: word, workers: word, seed: word, profile: word },
);
const bugShape = openObject({ id });
const muteShape = openObject({ id, reason: text });
const mergeShape = openObject({ id, into: id });
const shrinkShape = openObject({ script: text, engine: word });
const saveShape = openObject({ name: propertyName, claims: sentence, script: text });
const sqlShape = openObject({ script: text, engines: listOf(word) });

const SQL_MS = 20_000;
const SHRINK_SECONDS = 40;
const MOST_ENGINES = 4;

export interface Offered {
  readonly jobs: Jobs;
  readonly bugs: string;
  /** Options that all commands get: where the configuration and the bug base are. */
  readonly shared: readonly string[];
  readonly data: () => PageData;
  /** The queue of a fleet; null if none is configured. */
  readonly fleet: FleetWatch | null;
}

export function actionsOf({ jobs, bugs, shared, data, fleet }: Offered): Record<string, Answer> {
  const base = () => new BugBase(bugs);
  const bugNamed = (name: string): Bug => {
    const found = base().find(name);
    if (found === null)
      throw new DirtError('DIRT_BUG_UNKNOWN', `there is no bug "${name}"`, 'load the page again');
    return found.bug;
  };
  const withBugs = ['--bugs', bugs];
  return {
    'GET /api/data': data,
    'GET /api/fleet': async () => fleet && { now: Date.now(), ...(await fleet.look()) },
    'POST /api/start': (body) => {
      const given = fitting(startShape, body);
      const options = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
      return { isStarted: jobs.start(['run', ...shared, ...withBugs, ...options]) };
    },
    'POST /api/stop': () => jobs.stop(),
    'POST /api/replay': (body) => {
      const { id: bug } = bugNamed(fitting(bugShape, body).id);
      jobs.run(`replay ${bug}`, ['replay', ...shared, ...withBugs, bug]);
    },
    'POST /api/bisect': (body) => {
      const { id: bug } = bugNamed(fitting(bugShape, body).id);
      jobs.run(`bisect ${bug}`, ['bisect', ...shared, ...withBugs, bug]);
    },
    'POST /api/mute': (body) => {
      const { id: bug, reason } = fitting(muteShape, body);
      base().update(muted(bugNamed(bug), reason));
      return data();
    },
    'POST /api/unmute': (body) => {
      base().update(unmuted(bugNamed(fitting(bugShape, body).id)));
      return data();
    },
    'POST /api/merge': (body) => {
      const { id: one, into } = fitting(mergeShape, body);
      const all = base()
        .load()
        .bugs.map(({ bug }) => bug);
      const changed = merged(bugNamed(one), bugNamed(into), all);
      if (changed === null)
        throw new DirtError('DIRT_USAGE', `${into} belongs to ${one} already`, 'merge the other way round');
      for (const bug of changed) base().update(bug);
      return data();
    },
    'POST /api/split': (body) => {
      base().update(split(bugNamed(fitting(bugShape, body).id)));
      return data();
    },
    'POST /api/sql': async (body) => {
      const { script, engines } = fitting(sqlShape, body);
      const ask = async (engine: string): Promise<Told> => {
        const args = ['sql', ...shared, '--json', '--engine', engine];
        const { output, complaint } = await jobs.answer(args, script, SQL_MS);
        return { engine, said: saidIn(output), note: complaint.trim() };
      };
      return Promise.all(engines.slice(0, MOST_ENGINES).map(ask));
    },
    'POST /api/shrink': async (body): Promise<ShrunkScript> => {
      const { script, engine } = fitting(shrinkShape, body);
      const args = ['shrink', ...shared, '--engine', engine, '--budget', `${SHRINK_SECONDS}s`, '-'];
      const { output, complaint, code } = await jobs.answer(args, script, (SHRINK_SECONDS + 20) * 1000);
      // It fails with 1 if there is something wrong with the engine, which is what is left then.
      return code === 1
        ? { script: output, note: '' }
        : { script: '', note: output.trim() || withoutProgress(complaint) };
    },
    'POST /api/save': async (body) => {
      const { name, claims, script } = fitting(saveShape, body);
      const args = ['properties', 'new', ...shared, '--claims', claims, name];
      const { output, complaint, code } = await jobs.answer(args, script, SQL_MS);
      if (code === 0) return { note: output.trim() };
      throw new DirtError('DIRT_UI', complaint.trim(), 'mend it, and save it again');
    },
  };
}

/** Of a command that tells on the way what it does. */
function withoutProgress(complaint: string): string {
  const lines = complaint.trim().split('\n');
  return lines.filter((line) => !/^dirt: [\w ]+: \d+ statements$/.test(line)).join('\n');
}

function fitting<T>(shape: Shape<T>, body: unknown): T {
  const wrong = ({ problem, remedy }: Mismatch) => new DirtError('DIRT_UI', problem, remedy);
  return checked(shape, body, 'the request', wrong);
}
