// The events of a campaign so far, for reporters that write a document at its end.

import { DEFAULT_REFERENCE } from '../engines/index.ts';
import type { CampaignEvent, EventNamed, Totals } from '../events/index.ts';
import type { Bug } from '../find/index.ts';
import { defaultProfile } from '../planning/index.ts';
import { shellWord } from '../visible.ts';

export type BugEvent = EventNamed<'bug'>;

export class CampaignRecord {
  /** Null if the campaign did not come that far. */
  start: EventNamed<'start'> | null = null;
  totals: Totals | null = null;
  /** `brokenOff`: no summary came. */
  ended: 'done' | 'interrupted' | 'brokenOff' = 'brokenOff';
  readonly newBugs: BugEvent[] = [];
  /** Findings in which DIRT is wrong. */
  readonly dirtBugs: BugEvent[] = [];
  readonly refusedCombinations: BugEvent[] = [];
  /** Ways in which the reference is wrong. */
  readonly wrongReferences: EventNamed<'referenceIsWrong'>[] = [];
  readonly regressions: EventNamed<'regression'>[] = [];
  /** Of the bug base; what failed all the time, and what had passed meanwhile. */
  readonly known: Bug[] = [];
  readonly returned: Bug[] = [];
  readonly passing: Bug[] = [];
  /** Ids of bugs that plans of this campaign found once more. */
  readonly seenAgain = new Set<string>();

  /** The command that makes the same plans, with as many of them as the time allows. */
  get repeatCommand(): string | null {
    if (this.start === null) return null;
    const { engine, seed, statements, reference, profile, properties, shard, epoch, startsFrom } = this.start;
    const words = [
      'npx dirt run',
      `--engine ${shellWord(engine)}`,
      `--seed ${shellWord(seed)}`,
      `--steps ${statements}`,
    ];
    if (reference !== DEFAULT_REFERENCE) words.push(`--reference ${shellWord(reference ?? 'none')}`);
    if (profile !== defaultProfile.name) words.push(`--profile ${shellWord(profile)}`);
    if (startsFrom !== undefined) words.push(`${startsFrom.option} ${shellWord(startsFrom.path)}`);
    if (shard !== undefined) words.push(`--shard ${shard}`);
    if (epoch !== undefined) words.push(`--epoch ${epoch}`);
    if (properties.length > 0) words.push(`--properties ${properties.map(shellWord).join(' ')}`);
    return words.join(' ');
  }

  add(event: CampaignEvent): void {
    switch (event.event) {
      case 'start':
        this.start = event;
        break;
      case 'bug':
        this.#addBug(event);
        break;
      case 'bisected':
        this.#learn(event.bug);
        break;
      case 'referenceIsWrong':
        this.wrongReferences.push(event);
        break;
      case 'regression':
        this.regressions.push(event);
        break;
      case 'stillFails':
        (event.returned ? this.returned : this.known).push(event.bug);
        break;
      case 'passes':
        this.passing.push(event.bug);
        break;
      case 'progress':
        this.totals = event;
        break;
      case 'summary':
        this.totals = event;
        this.ended = event.ended;
        break;
    }
  }

  #learn(bug: Bug): void {
    const at = this.newBugs.findIndex((event) => event.bug.id === bug.id);
    if (at >= 0) this.newBugs[at] = { ...this.newBugs[at], bug };
  }

  #addBug(event: BugEvent): void {
    if (event.bug.outvoted === 'model') this.dirtBugs.push(event);
    else if (event.isNew && event.bug.kind === 'unsupportedCombination') this.refusedCombinations.push(event);
    else if (event.isNew) this.newBugs.push(event);
    else this.seenAgain.add(event.bug.id);
  }
}
