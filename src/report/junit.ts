// The campaign as JUnit XML: a test case per property and per judge; new bugs are failures, what is wrong with DIRT is an error.
// Known bugs are named in the output of their case and do not fail it.

import type { Output, Reporter } from '../events/index.ts';
import { type Bug, bugTitle } from '../find/index.ts';
import { JUDGE_NAMES } from '../run/index.ts';
import { type BugEvent, CampaignRecord } from './campaign-record.ts';
import { plainReport } from './plain-report.ts';
import { element, xmlDocument } from './xml.ts';

interface Trouble {
  readonly message: string;
  readonly text: string;
}

interface Case {
  readonly name: string;
  readonly failures: Trouble[];
  readonly errors: Trouble[];
  readonly notes: string[];
  /** Why the case was not tested. */
  readonly skipped?: string;
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Case[];
}

export function junitReporter(output: Output): Reporter {
  const record = new CampaignRecord();
  return {
    event: (event) => record.add(event),
    end: () => output.write(junit(record)),
  };
}

function junit(record: CampaignRecord): string {
  const suites = [propertySuite(record), judgeSuite(record), ledgerSuite(record), dirtSuite(record)];
  const cases = suites.flatMap((suite) => suite.cases);
  const time = ((record.totals?.elapsedMs ?? 0) / 1000).toFixed(3);
  return xmlDocument(
    element(
      'testsuites',
      { name: 'dirt', ...counts(cases), time },
      suites.map((suite) => suiteElement(suite, record)),
    ),
  );
}

function propertySuite({ totals, newBugs }: CampaignRecord): Suite {
  const statistics = totals?.properties ?? {};
  const failed = newBugs.filter(({ investigated }) => investigated.finding.judge === 'property');
  const names = new Set([...Object.keys(statistics), ...failed.map(({ bug }) => bug.property)]);
  return {
    name: 'dirt.properties',
    cases: [...names].sort().map((name) => ({
      ...emptyCase(name),
      failures: failed.filter(({ bug }) => bug.property === name).map(failureOf),
      ...(statistics[name]?.checked === 0 && { skipped: 'it was never checked' }),
    })),
  };
}

function judgeSuite({ newBugs, known, returned }: CampaignRecord): Suite {
  const others = JUDGE_NAMES.filter((judge) => judge !== 'property');
  const cases = others.map((judge): Case => {
    const failures = newBugs.filter(({ investigated }) => investigated.finding.judge === judge);
    return { ...emptyCase(judge), failures: failures.map(failureOf) };
  });
  const base: Case = {
    ...emptyCase('what was fixed stays fixed'),
    failures: returned.map((bug) => ({ message: `${bug.id} fails again`, text: lineOf(bug) })),
    notes: known.map((bug) => `known, still fails: ${lineOf(bug)}`),
  };
  return { name: 'dirt.judges', cases: [...cases, base] };
}

function ledgerSuite({ regressions, refusedCombinations }: CampaignRecord): Suite {
  const ratchet: Case = {
    ...emptyCase('what worked before still works'),
    failures: regressions.map((event) => ({
      message: `${event.feature} worked since ${event.since}`,
      text: plainReport(event),
    })),
    notes: refusedCombinations.map(({ bug }) => `supported features, refused together: ${lineOf(bug)}`),
  };
  return { name: 'dirt.features', cases: [ratchet] };
}

function dirtSuite({ ended, dirtBugs, totals, wrongReferences }: CampaignRecord): Suite {
  const brokenOff: Trouble[] =
    ended === 'brokenOff' ? [{ message: 'the campaign was broken off', text: 'The log says why.' }] : [];
  const { untested = null, unstored = null } = totals ?? {};
  if (unstored !== null)
    brokenOff.push({
      message: 'not all is in the bug base',
      text: `${unstored.bugs.join(', ')}: ${unstored.reason}`,
    });
  const something: Case = {
    ...emptyCase('something is tested'),
    errors: untested === null ? [] : [{ message: 'nothing was tested', text: untested }],
  };
  const itself: Case = {
    ...emptyCase('the model agrees with the reference'),
    errors: dirtBugs.map(failureOf),
    notes: wrongReferences.map(
      ({ reference, opener, message }) =>
        `${reference}, the reference, is wrong, ${opener} and the model agree: ${message}`,
    ),
  };
  return {
    name: 'dirt.itself',
    cases: [{ ...emptyCase('the campaign comes to its end'), errors: brokenOff }, something, itself],
  };
}

function emptyCase(name: string): Case {
  return { name, failures: [], errors: [], notes: [] };
}

function failureOf(event: BugEvent): Trouble {
  return { message: `${event.bug.id}: ${bugTitle(event.bug)}`, text: plainReport(event) };
}

function lineOf(bug: Bug): string {
  return `${bug.id}: ${bugTitle(bug)}`;
}

function suiteElement({ name, cases }: Suite, { start, totals }: CampaignRecord): string {
  const about = {
    engine: start?.engine,
    version: start?.version,
    build: start?.build,
    reference: start?.against,
    opener: start?.opener,
    seed: start?.seed,
    plans: totals?.plans,
  };
  const properties = Object.entries(about)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => element('property', { name: key, value: String(value) }));
  return element('testsuite', { name, ...counts(cases) }, [
    element('properties', {}, properties),
    ...cases.map((each) => caseElement(name, each)),
  ]);
}

/** Readers show one failure per case, so several become one. */
function caseElement(classname: string, { name, failures, errors, notes, skipped }: Case): string {
  const parts: string[] = [];
  if (failures.length > 0) parts.push(troubleElement('failure', failures));
  else if (errors.length > 0) parts.push(troubleElement('error', errors));
  else if (skipped !== undefined) parts.push(element('skipped', { message: skipped }));
  if (notes.length > 0) parts.push(element('system-out', {}, notes.join('\n')));
  return element('testcase', { classname, name }, parts);
}

function troubleElement(tag: 'failure' | 'error', troubles: readonly Trouble[]): string {
  const message = troubles.map((trouble) => trouble.message).join('\n');
  return element(tag, { message, type: 'dirt' }, troubles.map(({ text }) => text).join('\n\n'));
}

function counts(cases: readonly Case[]) {
  const count = (has: (each: Case) => boolean) => String(cases.filter(has).length);
  const fails = ({ failures }: Case) => failures.length > 0;
  const isError = (each: Case) => !fails(each) && each.errors.length > 0;
  return {
    tests: String(cases.length),
    failures: count(fails),
    errors: count(isError),
    skipped: count((each) => !fails(each) && !isError(each) && each.skipped !== undefined),
  };
}
