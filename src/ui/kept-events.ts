// Which events of a campaign are worth keeping: by the server, for a page that is loaded again, and by the page. It imports nothing, since both do.

const MOST_EVENTS = 400;

interface Told {
  readonly event?: string;
  readonly index?: number;
}

/** These, and one more. Of what is being shrunk only the newest size counts, until it is looked into. */
export function keptEvents(events: readonly object[], added: object): readonly object[] {
  const { event, index } = added as Told;
  const isOver = event === 'lookedInto' || event === 'summary';
  const left =
    event === 'shrinking' || isOver
      ? events.filter((each) => {
          const old = each as Told;
          return old.event !== 'shrinking' || (event !== 'summary' && old.index !== index);
        })
      : events;
  return event === 'lookedInto' ? left : [...left, added].slice(-MOST_EVENTS);
}
