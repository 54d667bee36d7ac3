// Follows the address bar, and goes to another address.

import { useEffect, useState } from 'preact/hooks';
import { parseRoute, type Route } from './address.ts';

/** The route of the address bar, and again whenever it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}

/** Goes there; with `replaces`, "back" does not return to where we are now. */
export function go(to: string, replaces = false): void {
  if (location.hash === to) return;
  if (!replaces) location.hash = to;
  else {
    history.replaceState(null, '', to);
    dispatchEvent(new HashChangeEvent('hashchange'));
  }
}
