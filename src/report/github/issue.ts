// An issue as it is needed here, and what GitHub's API says of issues and comments: all that is used of it, and no more.

import {
  anything,
  count,
  type Fitting,
  listOf,
  oneOf,
  openObject,
  orNull,
  positive,
  text,
  textOr,
} from '../../json/index.ts';

export interface Issue {
  readonly number: number;
  readonly state: 'open' | 'closed';
  readonly body: string;
  /** How many. */
  readonly comments: number;
  readonly labels: readonly string[];
}

const labelShape = textOr(openObject({ name: text }));

export const issueShape = openObject(
  { number: positive, state: oneOf('open', 'closed') },
  { body: orNull(text), comments: count, labels: listOf(labelShape), pull_request: anything },
);

export const commentShape = openObject({}, { body: orNull(text) });

/** What GitHub says when it refuses. */
export const refusalShape = openObject({ message: text });

export function issueOf({
  number,
  state,
  body,
  comments = 0,
  labels = [],
}: Fitting<typeof issueShape>): Issue {
  const names = labels.map((label) => (typeof label === 'string' ? label : label.name));
  return { number, state, body: body ?? '', comments, labels: names };
}
