import type { Location } from 'react-router-dom';

/** Navigation state for /login: the page to return to after signing in. */
export const returnHere = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) => ({
  from: `${pathname}${search}${hash}`,
});

/** The URL after a sign-in, from the navigation state: the page that required it, or the home page. */
export function returnAddress(state: unknown): string {
  const { from } = (state ?? {}) as { from?: unknown };
  // Only paths of this shop: `//host` and `/\host` are other hosts to a browser.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/';
}
