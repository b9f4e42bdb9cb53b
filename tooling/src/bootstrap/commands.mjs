/** What each npm script runs: a script of ours under the packaged Node, or a tool from node_modules/.bin. */
export const commands = {
  start: { script: 'tooling/src/launcher/start.ts' },
  dev: { script: 'tooling/src/launcher/start.ts', args: ['--watch'] },
  build: { script: 'tooling/src/launcher/build.ts' },
  seed: { script: 'tooling/src/launcher/seed.ts' },
  test: { script: 'tooling/src/test/run-tests.ts' },
  check: { script: 'tooling/src/test/run-tests.ts', args: ['--changed'] },
  new: { script: 'tooling/src/generators/main.ts' },
  documents: { script: 'tooling/src/documents/main.ts' },
  requirements: { script: 'tooling/src/requirements/main.ts' },
  links: { tool: 'remark', args: ['--frail', '--quiet', '.'] },
  changeset: { tool: 'changeset', args: [] },
  version: { tool: 'changeset', args: ['version'] },
  format: { tool: 'biome', args: ['check', '--write', '.'] },
  lint: { tool: 'oxlint', args: [] },
  types: { tool: 'tsc', args: ['--checkers', '1', '-p', 'tsconfig.json'] },
};
