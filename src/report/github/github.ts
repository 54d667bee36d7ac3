// GitHub's issues over its REST API: the few requests that are needed, with retries and rate limits. A request whose
// outcome is not known is sent again only after checking whether it was carried out.

import { DirtError } from '../../errors.ts';
import { checked, listOf, type Mismatch, parsed, type Shape } from '../../json/index.ts';
import { type Received, refusalOf, waitFor } from './answers.ts';
import { commentShape, type Issue, issueOf, issueShape } from './issue.ts';

/** Real time; a test gives a simulated one. */
export interface Patience {
  /** Milliseconds since 1970. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export interface GithubOptions {
  /** The address of the API, without a slash at its end. */
  readonly api: string;
  /** owner/name */
  readonly repository: string;
  /** Is only sent: it appears in no message. */
  readonly token: string;
  readonly patience: Patience;
  /** Between two requests that write; GitHub asks for a second. */
  readonly pauseMs: number;
}

type Json = Readonly<Record<string, unknown>>;

interface Answer {
  readonly body: unknown;
  readonly next: string | null;
}

/** The server did not say what became of the request. */
interface Uncertain {
  readonly problem: string;
}

const ATTEMPTS = 6;
const FIRST_BACKOFF_MS = 500;
const TIMEOUT_MS = 30_000;
const MOST_WAITS = 10;
const MOST_PAGES = 1000;

export class Github {
  readonly #options: GithubOptions;
  readonly #issues: string;
  #hasWritten = false;

  constructor(options: GithubOptions) {
    this.#options = options;
    this.#issues = `${options.api}/repos/${options.repository}/issues`;
  }

  /** All issues with this label, open and closed, oldest first. The list is asked for, because search lags behind. */
  async issues(label: string): Promise<Issue[]> {
    const query = new URLSearchParams({
      labels: label,
      state: 'all',
      sort: 'created',
      direction: 'asc',
      per_page: '100',
    });
    const all = await this.#pages(`${this.#issues}?${query}`, issueShape);
    return all.filter(({ pull_request }) => pull_request === undefined).map(issueOf);
  }

  /** Texts, oldest first. */
  async comments(issue: number): Promise<string[]> {
    const all = await this.#pages(`${this.#issues}/${issue}/comments?per_page=100`, commentShape);
    return all.map(({ body }) => body ?? '');
  }

  /** `find` looks for it when it is not known whether it was created. */
  async create(
    issue: { readonly title: string; readonly body: string; readonly labels: readonly string[] },
    find: () => Promise<Issue | null>,
  ): Promise<Issue> {
    return this.#post(this.#issues, issue, (answer) => issueOf(this.#checked(issueShape, answer)), find);
  }

  async comment(issue: number, body: string): Promise<void> {
    const isThere = async () =>
      (await this.comments(issue)).some((text) => text.trim() === body.trim()) ? true : null;
    await this.#post(`${this.#issues}/${issue}/comments`, { body }, () => true, isThere);
  }

  async setState(issue: number, state: Issue['state']): Promise<void> {
    const reason = state === 'closed' ? 'completed' : 'reopened';
    await this.#repeat('PATCH', `${this.#issues}/${issue}`, { state, state_reason: reason });
  }

  async #pages<T>(first: string, item: Shape<T>): Promise<T[]> {
    const all: T[] = [];
    let url: string | null = first;
    for (let page = 0; url !== null; page++) {
      if (page >= MOST_PAGES) throw this.#notTheApi({ problem: 'its list has no end' });
      const answer: Answer = await this.#repeat('GET', url);
      all.push(...this.#checked(listOf(item), answer.body));
      url = answer.next;
    }
    return all;
  }

  /** For requests that may be carried out twice. */
  async #repeat(method: 'GET' | 'PATCH', url: string, body?: Json): Promise<Answer> {
    return this.#attempts(async () => this.#send(method, url, body));
  }

  async #post<Result>(
    url: string,
    body: Json,
    read: (answer: unknown) => Result,
    find: () => Promise<Result | null>,
  ): Promise<Result> {
    let isUncertain = false;
    return this.#attempts(async () => {
      const found = isUncertain ? await find() : null;
      if (found !== null) return found;
      isUncertain = true;
      const answer = await this.#send('POST', url, body);
      return 'problem' in answer ? answer : read(answer.body);
    });
  }

  /** Tries again, later and later, while the outcome is not known. */
  async #attempts<Result>(attempt: () => Promise<Result | Uncertain>): Promise<Result> {
    for (let n = 1; ; n++) {
      const result = await attempt();
      if (!isUncertain(result)) return result;
      if (n >= ATTEMPTS)
        throw new DirtError(
          'DIRT_GITHUB_UNREACHABLE',
          `${this.#options.api} does not answer (${result.problem})`,
          'run it again later: it goes on where it stopped',
        );
      await this.#options.patience.sleep(FIRST_BACKOFF_MS * 2 ** (n - 1));
    }
  }

  /** One request; waits for rate limits, throws on refusals. */
  async #send(method: string, url: string, body?: Json): Promise<Answer | Uncertain> {
    const { patience, pauseMs } = this.#options;
    if (method !== 'GET') {
      if (this.#hasWritten) await patience.sleep(pauseMs);
      this.#hasWritten = true;
    }
    for (let waits = 0; ; waits++) {
      const response = await this.#fetch(method, url, body);
      if ('problem' in response) return response;
      const { status, headers, text } = response;
      if (status >= 500) return { problem: `status ${status}` };
      if (status < 300) return { body: this.#parse(text), next: this.#nextPage(headers) };
      if (status < 400) throw this.#redirected(status);
      const waitMs = waitFor(response, patience.now());
      if (waitMs === null || waits >= MOST_WAITS) throw refusalOf(response, this.#options);
      await patience.sleep(waitMs);
    }
  }

  async #fetch(method: string, url: string, body?: Json): Promise<Received | Uncertain> {
    try {
      const response = await fetch(url, {
        method,
        headers: {
          accept: 'application/vnd.github+json',
          authorization: `Bearer ${this.#options.token}`,
          'user-agent': 'dirt',
          'x-github-api-version': '2022-11-28',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        // The token goes nowhere else, and an issue is not filed where nobody asked for it.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    } catch (error) {
      // What fetch throws can quote what was sent; its cause names the trouble alone.
      const { name, cause } = error as Error & { cause?: { code?: string } };
      return { problem: cause?.code ?? name };
    }
  }

  #parse(text: string): unknown {
    return parsed(text, 'its answer', (mismatch) => this.#notTheApi(mismatch));
  }

  #checked<T>(shape: Shape<T>, answer: unknown): T {
    return checked(shape, answer, 'its answer', (mismatch) => this.#notTheApi(mismatch));
  }

  #notTheApi({ problem }: Pick<Mismatch, 'problem'>): DirtError {
    return new DirtError(
      'DIRT_GITHUB_ANSWER',
      `${this.#options.api} does not answer as GitHub's API does (${problem})`,
      'check --api: https://api.github.com, or https://<host>/api/v3 of your own server',
    );
  }

  #redirected(status: number): DirtError {
    return new DirtError(
      'DIRT_GITHUB_REDIRECT',
      `${this.#options.api} sends requests about ${this.#options.repository} elsewhere (${status}), which is not followed`,
      'if the repository was renamed or moved, name it as it is called now with --repo; otherwise check --api',
    );
  }

  /** The token goes to no other server. */
  #nextPage(headers: Headers): string | null {
    const match = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '');
    if (match === null) return null;
    if (new URL(match[1]).origin !== new URL(this.#options.api).origin)
      throw this.#notTheApi({ problem: 'its next page is on another server' });
    return match[1];
  }
}

function isUncertain(result: unknown): result is Uncertain {
  return typeof result === 'object' && result !== null && 'problem' in result;
}
