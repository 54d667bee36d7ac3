// What the parent asks of the child that runs the native engine, one thing at a time, and what it answers.

import type { PageSize } from '../../plan/world-spec.ts';
import type { Refused, Rows } from '../../sql/outcome.ts';

export type Request =
  | { readonly do: 'connect'; readonly connection: number; readonly pageSize: PageSize | null }
  | { readonly do: 'run'; readonly connection: number; readonly sql: string }
  | { readonly do: 'disconnect'; readonly connection: number }
  | { readonly do: 'close' };

export type Reply = Rows | Refused;
