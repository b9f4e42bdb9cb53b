/** Replaces the part of the federation runtime that loads remotes; a remote loads none. */
export function remotes() {
  throw new Error('A remote loads no remotes');
}
