import type { Location } from 'react-router-dom';

/** Navigation state for the way to /login: back to this very page after signing in. */
export const returnHere = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) => ({
  from: `${pathname}${search}${hash}`,
});

/** Where a sign-in leads, from the navigation state of its page: back to where a gate stood, else home. */
export function returnAddress(state: unknown): string {
  const { from } = (state ?? {}) as { from?: unknown };
  // An address of this shop only: `//elsewhere` and `/\elsewhere` are other hosts to a browser.
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/';
}
