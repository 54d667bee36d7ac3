// A fleet, live: its campaigns, who works for them and how fast, what was found, and what failed.

import { useEffect, useState } from 'preact/hooks';
import type { FleetProgress } from '../../src/fleet/records.ts';
import type { FleetNews } from '../../src/ui/news.ts';
import { count } from './parts.tsx';
import { Plot } from './plot.tsx';
import { ask, isLive } from './server.ts';

const AGAIN_MS = 2_000;
/** Points of each plot that are kept. */
const MOST_POINTS = 1_200;
/** A worker or coordinator that says nothing for so long may be gone. */
const QUIET_MS = 60_000;

type Points = ReadonlyMap<string, readonly FleetProgress[]>;

export interface Fleet {
  readonly news: FleetNews | null;
  /** Of each campaign, since the page was loaded. */
  readonly points: Points;
  readonly problem: string;
}

/** Null where no queue is configured. */
export function useFleet(): Fleet | null {
  const [fleet, setFleet] = useState<Fleet | null>(null);
  useEffect(() => {
    let isOver = !isLive;
    const follow = async (): Promise<void> => {
      while (!isOver) {
        try {
          const news = await ask<FleetNews | null>('/api/fleet');
          if (news === null) return;
          setFleet((old) => ({ news, points: withPoints(old?.points ?? new Map(), news), problem: '' }));
        } catch (error) {
          const { message } = error as Error;
          setFleet((old) => ({ news: null, points: new Map(), ...old, problem: message }));
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    };
    void follow();
    return () => {
      isOver = true;
    };
  }, []);
  return fleet;
}

function withPoints(old: Points, { campaigns }: FleetNews): Points {
  return new Map(
    campaigns.map((each) => {
      const before = old.get(each.campaign) ?? [];
      const isNew = before.at(-1)?.at !== each.at;
      return [each.campaign, isNew ? [...before, each].slice(-MOST_POINTS) : before];
    }),
  );
}

export function FleetView({ fleet }: { fleet: Fleet }) {
  const { news, points, problem } = fleet;
  const campaigns = news?.campaigns ?? [];
  return (
    <div class="overview campaign">
      <h1>{campaigns.length === 0 ? 'No campaign of a fleet is under way' : 'A fleet is at work'}</h1>
      {news && (
        <p class="note">
          <code>{news.place}</code>{' '}
          {Object.entries(news.counts)
            .map(([state, number]) => `${number} ${state}`)
            .join(', ')}
        </p>
      )}
      {problem !== '' && <p class="verdict">{problem}</p>}
      {news?.damaged.map((line) => (
        <p class="note" key={line}>
          Left out: {line}
        </p>
      ))}
      {campaigns.map((each) => (
        <FleetCampaign
          key={each.campaign}
          progress={each}
          now={news?.now ?? each.at}
          points={points.get(each.campaign) ?? []}
        />
      ))}
    </div>
  );
}

interface CampaignProps {
  readonly progress: FleetProgress;
  readonly now: number;
  readonly points: readonly FleetProgress[];
}

function FleetCampaign({ progress, now, points }: CampaignProps) {
  const { campaign, engine, seed, plans, of, statements, statementsPerSecond, newBugs, causes } = progress;
  const { elapsedMs, undecided, workers, failed, at } = progress;
  const times = points.map((each) => each.elapsedMs / 1000);
  const seconds = (since: number) => Math.max(0, Math.round((now - since) / 1000));
  return (
    <section>
      <h2>
        {engine}, seed {seed} <span class="note mono">{campaign}</span>
      </h2>
      <p>
        {count(plans, 'plan')}
        {of !== null && ` of ${of}`}, {count(statements, 'statement')} ({statementsPerSecond} per second),{' '}
        {count(newBugs, 'new bug')}, {count(causes, 'known cause')}, {count(undecided, 'failure')} undecided
      </p>
      {now - at > QUIET_MS && (
        <p class="verdict">Its coordinator has said nothing for {seconds(at)} seconds.</p>
      )}
      {points.length > 1 && (
        <div class="plots">
          <Plot
            title="Statements per second"
            isElapsed
            times={times}
            series={[
              {
                name: 'on average',
                colour: 'refusal',
                values: points.map((each) => each.statementsPerSecond),
              },
            ]}
          />
          <Plot
            title="Causes"
            isElapsed
            times={times}
            series={[{ name: 'known causes', colour: 'data', values: points.map((each) => each.causes) }]}
          />
        </div>
      )}
      <div class="scroll">
        <table class="runs">
          <thead>
            <tr>
              {['worker', 'statements', 'per second', 'busy', 'last heard of'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.entries(workers).map(([name, { statements: done, busyMs, lastMs }]) => (
              <tr key={name}>
                <td class="mono">{name}</td>
                <td>{done}</td>
                <td>{Math.round((1000 * done) / Math.max(1, elapsedMs))}</td>
                <td>{Math.round(busyMs / 1000)} s</td>
                <td class={now - lastMs > QUIET_MS ? 'bad' : ''}>{seconds(lastMs)} s ago</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {failed.length > 0 && (
        <ul class="doing">
          {failed.map((line, nth) => (
            <li key={`${nth} ${line}`}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
