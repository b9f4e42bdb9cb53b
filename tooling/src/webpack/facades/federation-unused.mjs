/**
 * Replaces the parts of the federation runtime that load remotes, the shared modules of first chunks, and those that
 * a remote would bundle itself.
 */
const unused = () => {
  throw new Error('A remote uses no such part of the federation runtime');
};

export { unused as getSharedFallbackGetter, unused as installInitialConsumes, unused as remotes };
