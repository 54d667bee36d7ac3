// Who may talk to `dirt ui`: this machine, with the token, and no page of another origin.

import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Served, serve } from '../../src/ui/server.ts';

const token = 'a'.repeat(48);
let port = 0;
let end: () => void = () => {};
const started: unknown[] = [];

beforeAll(async () => {
  const served: Served = {
    token,
    html: '<!doctype html><title>the page</title>',
    answers: {
      'GET /api/data': () => ({ secret: 1 }),
      'POST /api/start': (body) => {
        started.push(body);
      },
      'POST /api/fail': () => {
        throw new Error('no such bug');
      },
    },
    stream: (write) => {
      write({ news: 'first' });
      return () => {};
    },
  };
  const { server } = await serve(served, 0);
  port = (server.address() as AddressInfo).port;
  end = () => {
    server.closeAllConnections();
    server.close();
  };
});

afterAll(() => end());

it('a port that is taken is said in one line, with what to do', async () => {
  const served: Served = { token, html: '', answers: {}, stream: () => () => {} };
  await expect(serve(served, port)).rejects.toThrow(
    `port ${port} of 127.0.0.1 cannot be used (EADDRINUSE): choose another one`,
  );
});

interface Told {
  readonly status: number | undefined;
  readonly text: string;
  readonly headers: Record<string, unknown>;
}

function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Told> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers: { host: `127.0.0.1:${port}`, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode, text, headers: response.headers }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

const key = { 'x-dirt-token': token };
const json = { 'content-type': 'application/json' };

describe('the server of dirt ui', () => {
  it('answers nothing without the token, and not even which addresses there are', async () => {
    for (const path of ['/', '/api/data', '/api/events', '/nowhere', `/?token=${'b'.repeat(48)}`]) {
      expect(await ask('GET', path), path).toMatchObject({ status: 401, text: '' });
    }
    expect((await ask('POST', '/api/start', json, '{}')).status).toBe(401);
    expect((await ask('GET', '/api/data', { 'x-dirt-token': 'short' })).status).toBe(401);
    expect(started).toEqual([]);
  });

  it('answers with the token, and forbids to keep, frame or guess what it answers', async () => {
    const page = await ask('GET', `/?token=${token}`);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('the page') });
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect((await ask('GET', '/api/data', key)).text).toBe('{"secret":1}');
  });

  it('does not answer under another name, which is how a page of another origin would reach it', async () => {
    expect((await ask('GET', '/api/data', { ...key, host: 'evil.example' })).status).toBe(403);
    expect((await ask('GET', '/api/data', { ...key, host: `evil.example:${port}` })).status).toBe(403);
  });

  it('does not answer another origin, and takes no form', async () => {
    expect((await ask('GET', '/api/data', { ...key, origin: 'http://evil.example' })).status).toBe(403);
    expect((await ask('GET', '/api/data', { ...key, origin: 'null' })).status).toBe(403);
    const form = await ask('POST', '/api/start', { ...key, 'content-type': 'text/plain' }, '{}');
    expect(form.status).toBe(415);
    expect(started).toEqual([]);
  });

  it('says what is wrong with a request, and survives it', async () => {
    expect((await ask('POST', '/api/start', { ...key, ...json }, 'no json')).status).toBe(400);
    expect((await ask('POST', '/api/start', { ...key, ...json }, 'x'.repeat(1_100_000))).status).toBe(400);
    expect((await ask('POST', '/api/fail', { ...key, ...json }, '{}')).text).toContain('no such bug');
    expect((await ask('GET', '/api/__proto__', key)).status).toBe(404);
    expect((await ask('POST', '/api/start', { ...key, ...json }, '{"a":1}')).status).toBe(200);
    expect(started).toEqual([{ a: 1 }]);
  });
});
