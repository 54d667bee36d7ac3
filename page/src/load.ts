// The data of the page: in the file itself, compressed, or from the server that serves it.

import type { PageData } from '../../src/page/page-data.ts';
import { shown } from './shown.ts';

export async function embeddedData(): Promise<PageData | null> {
  const text = document.getElementById('data')?.textContent?.trim() ?? '';
  return text === '' ? null : shown(JSON.parse(await unpacked(text)) as PageData);
}

async function unpacked(base64: string): Promise<string> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}
