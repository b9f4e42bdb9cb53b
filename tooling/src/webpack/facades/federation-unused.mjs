/**
 * Replaces the parts of the federation runtime that remotes never call: loading of remotes, of shared modules in first
 * chunks, and of bundled fallbacks.
 */
const unused = () => {
  throw new Error('A remote uses no such part of the federation runtime');
};

export { unused as getSharedFallbackGetter, unused as installInitialConsumes, unused as remotes };
