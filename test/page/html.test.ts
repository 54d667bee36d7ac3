import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MOST_BYTES, pageHtml, pageTemplate } from '../../src/page/html.ts';
import type { PageData } from '../../src/page/page-data.ts';
import { hostileCauses, manyCauses, pageData } from './pages.ts';

function dataIn(html: string): PageData {
  const [, text] = /<script id="data" type="text\/plain">([^<]*)<\/script>/.exec(html)!;
  return JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString());
}

describe('the page as a file', () => {
  it('holds its data such that no text of it can be markup', () => {
    const causes = hostileCauses();
    const html = pageHtml(pageData(causes));
    expect(dataIn(html).causes.map(({ title }) => title)).toEqual(causes.map(({ title }) => title));
    expect(html.replace(pageTemplate().slice(0, 2000), '')).not.toContain('alert(1)');
  });

  it('has a policy that lets nothing run but its own script, and nothing be fetched from elsewhere', () => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(pageTemplate())!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'sha256-[^']+';/);
    expect(policy).toMatch(/style-src 'sha256-[^']+';/);
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('http');
  });

  it('takes at most 5 MB for 500 causes, and leaves out the steps of the mildest first where it would be more', () => {
    const causes = manyCauses(500);
    expect(Buffer.byteLength(pageHtml(pageData(causes)))).toBeLessThan(MOST_BYTES);
    const noise = (i: number) =>
      Array.from({ length: 4000 }, (_, j) => ((i * 7919 + j * 104729) ** 2 % 9973).toString(36)).join('');
    const large = causes.slice(0, 40).map((cause, i) => ({
      ...cause,
      recording: cause.recording && {
        ...cause.recording,
        original: { ...cause.recording.original!, world: [noise(i)] },
      },
    }));
    const most = Buffer.byteLength(pageTemplate()) + 120_000;
    const html = pageHtml(pageData(large), most);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(most);
    const kept = dataIn(html).causes.map(({ recording }) => recording?.original !== undefined);
    expect(kept[0]).toBe(true);
    expect(kept.at(-1)).toBe(false);
    expect(dataIn(html).causes.every(({ recording }) => recording !== undefined)).toBe(true);
  });
});
