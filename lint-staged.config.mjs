/** What a commit is held up for: format (put right at once) and lint of the staged files, nothing slower. */
export default {
  '*.{ts,tsx,mjs,css,json}': 'biome check --write --no-errors-on-unmatched',
  '*.{ts,tsx,mjs}': 'oxlint',
};
