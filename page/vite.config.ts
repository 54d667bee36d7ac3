// Builds the page into one file, dist/page.html, with a Content-Security-Policy that allows the script and the style in it by their
// hashes and nothing else: whatever comes out of a database, nothing of it can run and nothing can be fetched.

import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const root = import.meta.dirname;
const out = join(root, '..', 'dist');

/** The sources of an inline element, as the policy writes them. */
function hashes(html: string, element: RegExp): string {
  const found = [...html.matchAll(element)].map(([, text]) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  });
  return found.length === 0 ? "'none'" : found.join(' ');
}

/** After everything is in one file: the policy goes first, and the file gets its name. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    enforce: 'post',
    closeBundle() {
      const built = join(out, 'index.html');
      // What is run must stand behind the data and the place where it is shown.
      const moved = scriptLast(readFileSync(built, 'utf8'));
      const policy = [
        "default-src 'none'",
        `script-src ${hashes(moved, /<script type="module"[^>]*>([\s\S]*?)<\/script>/g)}`,
        `style-src ${hashes(moved, /<style[^>]*>([\s\S]*?)<\/style>/g)}`,
        'img-src data:',
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
      ].join('; ');
      const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
      writeFileSync(
        join(out, 'page.html'),
        moved.replace('<head>', () => `<head>\n    ${meta}`),
      );
      rmSync(built);
    },
  };
}

function scriptLast(html: string): string {
  const script = /<script type="module"[^>]*>[\s\S]*?<\/script>/.exec(html)?.[0] ?? '';
  return html.replace(script, () => '').replace('</body>', () => `${script}</body>`);
}

export default defineConfig({
  root,
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: out,
    emptyOutDir: false,
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
  },
  plugins: [viteSingleFile({ removeViteModuleLoader: true }), contentSecurityPolicy()],
});
