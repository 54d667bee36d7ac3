// What GitHub means when it does not do what was asked: wait, or a mistake that a person has to mend.

import { DirtError } from '../../errors.ts';
import { readIfFits } from '../../json/index.ts';
import { refusalShape } from './issue.ts';

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Without any hint, GitHub asks for a minute. */
const UNKNOWN_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** How long to wait before the same request may be made again; null if waiting does not help. */
export function waitFor({ status, headers, text }: Received, now: number): number | null {
  if (status !== 403 && status !== 429) return null;
  const waitMs = askedFor(headers, now) ?? (status === 429 || isRateLimit(text) ? UNKNOWN_WAIT_MS : null);
  if (waitMs !== null && waitMs > LONGEST_WAIT_MS)
    throw new DirtError(
      'DIRT_GITHUB_RATE_LIMIT',
      `GitHub's rate limit lasts another ${Math.ceil(waitMs / 60_000)} minutes`,
      'run it again later: it goes on where it stopped',
    );
  return waitMs;
}

function askedFor(headers: Headers, now: number): number | null {
  const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const reset = Number.parseInt(headers.get('x-ratelimit-reset') ?? '', 10);
  if (headers.get('x-ratelimit-remaining') !== '0' || !Number.isFinite(reset)) return null;
  // One second more: the clocks differ.
  return Math.max(0, reset * 1000 - now) + 1000;
}

function isRateLimit(text: string): boolean {
  return /rate limit/i.test(text);
}

/** A refusal that waiting does not mend. What the server says is quoted without the token, should it repeat it. */
export function refusalOf(
  { status, text }: Received,
  { repository, token }: { readonly repository: string; readonly token: string },
): DirtError {
  const said = (readIfFits(refusalShape, text)?.message ?? '')
    .replaceAll(token, '***')
    .replace(/\s+/g, ' ')
    .slice(0, 200);
  return new DirtError(
    'DIRT_GITHUB_REFUSED',
    `GitHub refuses (${status}${said && `, ${said}`})`,
    remedyFor(status, repository),
  );
}

function remedyFor(status: number, repository: string): string {
  switch (status) {
    case 401:
      return 'the token is wrong or has expired; give another in GITHUB_TOKEN';
    case 403:
      return `the token must be allowed to write issues of ${repository} (permissions: issues: write)`;
    case 404:
      return `there is no ${repository}, or the token may not see it; check --repo and the token`;
    case 410:
      return `${repository} has no issues; switch them on in its settings`;
    default:
      return 'check --repo, --label and --api';
  }
}
