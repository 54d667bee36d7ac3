// The server behind `dirt ui`. It answers this machine alone, and only who has the token of the address: a page of another origin
// can neither read nor start anything, whatever name it calls this server by.

import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DirtError } from '../errors.ts';

/** What is asked for, and what is answered as JSON; a string is HTML. */
export type Answer = (body: unknown) => unknown | Promise<unknown>;

export interface Served {
  readonly token: string;
  /** The page. */
  readonly html: string;
  /** By method and path: `POST /api/start`. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** Lines of JSON from now on; the result is called when the reader is gone. */
  readonly stream: (write: (line: object) => void) => () => void;
}

const HOST = '127.0.0.1';
const MOST_BODY = 1_000_000;

const HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** Port 0 is one that is free. */
export async function serve(served: Served, port: number): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    void handle(served, request, response, (server.address() as AddressInfo).port).catch(() =>
      response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new DirtError(
          'DIRT_UI_PORT',
          `port ${port} of ${HOST} cannot be used (${code})`,
          'choose another one with --port, or none: a free one is taken then',
        ),
      ),
    );
    server.listen(port, HOST, resolve);
  });
  const { port: given } = server.address() as AddressInfo;
  return { server, address: `http://${HOST}:${given}/?token=${served.token}` };
}

async function handle(
  served: Served,
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
): Promise<void> {
  const end = (status: number, type: string, text: string): void => {
    response.writeHead(status, { ...HEADERS, 'content-type': type });
    response.end(text);
  };
  const { host = '', origin } = request.headers;
  const isHere = host === `${HOST}:${port}` || host === `localhost:${port}`;
  if (!isHere || (origin !== undefined && origin !== `http://${host}`)) return end(403, 'text/plain', '');
  const url = new URL(request.url ?? '/', `http://${host}`);
  const { method = 'GET' } = request;
  const isPage = url.pathname === '/' && method === 'GET';
  const given = isPage ? url.searchParams.get('token') : request.headers['x-dirt-token'];
  if (!isToken(given, served.token)) return end(401, 'text/plain', '');
  if (isPage) return end(200, 'text/html; charset=utf-8', served.html);
  if (method === 'GET' && url.pathname === '/api/events') return follow(served, request, response);
  const key = `${method} ${url.pathname}`;
  if (!Object.hasOwn(served.answers, key)) return end(404, 'text/plain', '');
  // A form of another page cannot send this type.
  const isJson = request.headers['content-type'] === 'application/json';
  if (method === 'POST' && !isJson) return end(415, 'text/plain', '');
  try {
    const body = method === 'POST' ? JSON.parse(await textOf(request)) : undefined;
    end(200, 'application/json', JSON.stringify((await served.answers[key](body)) ?? null));
  } catch (error) {
    end(400, 'application/json', JSON.stringify({ problem: (error as Error).message }));
  }
}

function isToken(given: unknown, token: string): boolean {
  if (typeof given !== 'string' || given.length !== token.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(token));
}

function follow({ stream }: Served, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'application/x-ndjson' });
  const stop = stream((line) => response.write(`${JSON.stringify(line)}\n`));
  request.on('close', stop);
  response.on('close', stop);
}

async function textOf(request: IncomingMessage): Promise<string> {
  let size = 0;
  const parts: Buffer[] = [];
  for await (const part of request) {
    size += (part as Buffer).length;
    // It is read to its end, so that the answer arrives.
    if (size <= MOST_BODY) parts.push(part as Buffer);
  }
  if (size > MOST_BODY) throw new Error('too much at once');
  return Buffer.concat(parts).toString('utf8');
}
