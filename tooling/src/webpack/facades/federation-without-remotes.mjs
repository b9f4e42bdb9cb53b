/** In the place of the part that loads remotes, in the runtime of a remote, which loads none. */
export function remotes() {
  throw new Error('A remote loads no remotes');
}
