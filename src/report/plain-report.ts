// An event as the terminal tells it, without colour and progress: the text that other formats carry.

import type { CampaignEvent } from '../events/index.ts';
import { terminalReporter } from './terminal.ts';

const COLUMNS = 120;

export function plainReport(event: CampaignEvent): string {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  terminalReporter({ isTerminal: false, columns: COLUMNS, write }, { quiet: true }).event(event);
  return text.trim();
}
