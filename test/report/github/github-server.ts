// A server that behaves like GitHub's API for issues, as far as DIRT uses it, and misbehaves when told to.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TOKEN = 'ghp_5ecretTokenThatNobodyMaySee';
export const REPOSITORY = 'someone/database';

interface ServedIssue {
  number: number;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  labels: string[];
  comments: string[];
  isPullRequest: boolean;
}

/** What becomes of one request: it is answered otherwise, before or after it was carried out. */
export interface Trouble {
  readonly when: 'before' | 'after';
  /** `hangUp` closes the connection without an answer. */
  readonly answer: 'hangUp' | { status: number; headers?: Record<string, string>; body?: unknown };
}

interface Request {
  readonly method: string;
  readonly path: string;
}

export class GithubServer {
  readonly issues: ServedIssue[] = [];
  readonly requests: Request[] = [];
  /** Asked about every request, with its number from 0. */
  trouble: (request: Request, number: number) => Trouble | null = () => null;
  /** Labels of issues are dropped silently if the token may not set them. */
  maySetLabels = true;
  pageSize = 100;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<GithubServer> {
    const server = createServer((request, response) => {
      void self.#serve(request, response);
    });
    const self = new GithubServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return self;
  }

  get api(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get open(): ServedIssue[] {
    return this.issues.filter(({ state, isPullRequest }) => state === 'open' && !isPullRequest);
  }

  get writes(): Request[] {
    return this.requests.filter(({ method }) => method !== 'GET');
  }

  add(issue: Partial<ServedIssue>): ServedIssue {
    const added: ServedIssue = {
      number: this.issues.length + 1,
      title: 'an issue',
      body: null,
      state: 'open',
      labels: [],
      comments: [],
      isPullRequest: false,
      ...issue,
    };
    this.issues.push(added);
    return added;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += part;
    const url = new URL(request.url ?? '/', this.api);
    const told = { method: request.method ?? '', path: url.pathname };
    const trouble = this.trouble(told, this.requests.length);
    this.requests.push(told);
    const send = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };
    const misbehave = ({ answer }: Trouble): void => {
      if (answer === 'hangUp') request.socket.destroy();
      else send(answer.status, answer.body ?? { message: 'trouble' }, answer.headers);
    };
    if (trouble?.when === 'before') return misbehave(trouble);
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return send(401, { message: `Bad credentials: ${request.headers.authorization}` });
    const result = this.#answer(told, url, text === '' ? {} : JSON.parse(text));
    if (trouble?.when === 'after') return misbehave(trouble);
    send(result.status, result.body, result.headers);
  }

  #answer(
    { method, path }: Request,
    url: URL,
    body: Record<string, unknown>,
  ): { status: number; body: unknown; headers?: Record<string, string> } {
    const match = /^\/repos\/([\w.-]+\/[\w.-]+)\/issues(?:\/(\d+)(\/comments)?)?$/.exec(path);
    if (match?.[1] !== REPOSITORY) return { status: 404, body: { message: 'Not Found' } };
    const issue = this.issues.find(({ number }) => number === Number(match[2]));
    if (match[2] !== undefined && issue === undefined) return { status: 404, body: { message: 'Not Found' } };
    const tooLong = typeof body.body === 'string' && body.body.length > 65_536;
    if (tooLong) return { status: 422, body: { message: 'body is too long (maximum is 65536 characters)' } };
    if (issue === undefined) {
      if (method === 'GET') return this.#page(url, this.#listed(url).map(shown));
      const { title, labels = [] } = body as { title: string; labels?: string[] };
      const added = this.add({
        title,
        body: String(body.body),
        labels: this.maySetLabels ? labels.map((label) => this.#known(label)) : [],
      });
      return { status: 201, body: shown(added) };
    }
    if (match[3] !== undefined) {
      if (method === 'GET')
        return this.#page(
          url,
          issue.comments.map((text) => ({ body: text })),
        );
      issue.comments.push(String(body.body));
      return { status: 201, body: { body: body.body } };
    }
    issue.state = body.state as ServedIssue['state'];
    return { status: 200, body: shown(issue) };
  }

  /** Labels are the same whatever their case; the oldest spelling stays. */
  #known(label: string): string {
    const all = this.issues.flatMap(({ labels }) => labels);
    return all.find((each) => each.toLowerCase() === label.toLowerCase()) ?? label;
  }

  /** Newest first unless asked otherwise, and only open ones. */
  #listed(url: URL): ServedIssue[] {
    const { labels, state = 'open', direction = 'desc' } = Object.fromEntries(url.searchParams);
    const listed = this.issues.filter(
      (issue) =>
        (state === 'all' || issue.state === state) && (!labels || issue.labels.includes(this.#known(labels))),
    );
    return direction === 'asc' ? listed : listed.reverse();
  }

  #page(url: URL, all: unknown[]) {
    const size = Math.min(this.pageSize, Number(url.searchParams.get('per_page') ?? 30));
    const page = Number(url.searchParams.get('page') ?? 1);
    const next = new URL(url);
    next.searchParams.set('page', String(page + 1));
    const headers: Record<string, string> =
      page * size < all.length ? { link: `<${next}>; rel="next", <${url}>; rel="first"` } : {};
    return { status: 200, body: all.slice((page - 1) * size, page * size), headers };
  }
}

function shown({ comments, labels, isPullRequest, ...issue }: ServedIssue) {
  return {
    ...issue,
    comments: comments.length,
    labels: labels.map((name) => ({ name })),
    ...(isPullRequest && { pull_request: {} }),
  };
}
