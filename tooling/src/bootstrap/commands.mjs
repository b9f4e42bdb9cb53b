/** What each npm script runs: a script under the packaged Node, or a tool from node_modules/.bin. */
export const commands = {
  // Runs as long as the shop, so memory matters more than speed.
  start: {
    script: 'tooling/src/launcher/start.ts',
    flags: ['--max-semi-space-size=1', '--optimize-for-size'],
  },
  dev: { script: 'tooling/src/launcher/start.ts', args: ['--watch'] },
  shop: { script: 'tooling/src/launcher/shop.ts' },
  build: { script: 'tooling/src/launcher/build.ts' },
  seed: { script: 'tooling/src/launcher/seed.ts' },
  deploy: { script: 'tooling/src/deploy/main.ts', args: ['deploy'] },
  rollback: { script: 'tooling/src/deploy/main.ts', args: ['rollback'] },
  release: { script: 'tooling/src/deploy/main.ts', args: ['release'] },
  'can-i-deploy': { script: 'tooling/src/deploy/main.ts', args: ['can-i-deploy'] },
  stories: { script: 'tooling/src/webpack/stories/run.ts' },
  remotes: { script: 'tooling/src/deploy/main.ts', args: ['remotes'] },
  'resolve-stack': { script: 'tooling/src/deploy/main.ts', args: ['resolve-stack'] },
  test: { script: 'tooling/src/test/run-tests.ts' },
  'test:browser': {
    script: 'tooling/src/test/run-tests.ts',
    args: ['--only', 'builds,programs,journeys'],
  },
  'test:long': {
    script: 'tooling/src/test/run-tests.ts',
    args: ['--long', '--only', 'journeys,containers,cluster,mutants,explorer,rig'],
  },
  'test:containers': { script: 'tooling/src/test/run-tests.ts', args: ['--only', 'containers'] },
  'test:cluster': { script: 'tooling/src/test/run-tests.ts', args: ['--only', 'cluster'] },
  mutants: { script: 'tooling/src/test/run-tests.ts', args: ['--only', 'mutants'] },
  check: { script: 'tooling/src/test/run-tests.ts', args: ['--changed'] },
  // Skips the installation, because it also reports faulty packages.
  doctor: { script: 'tooling/src/doctor/main.ts', usesPackagesAsTheyAre: true },
  'rotate-keys': { script: 'tooling/src/launcher/rotate-keys.ts' },
  backup: { script: 'tooling/src/backup/main.ts', args: ['backup'] },
  restore: { script: 'tooling/src/backup/main.ts', args: ['restore'] },
  'check-books': { script: 'tooling/src/check-books/main.ts' },
  explore: { script: 'tooling/src/explorer/main.ts' },
  rig: { script: 'tooling/src/rig/main.ts' },
  pack: { script: 'tooling/src/outside/pack-packages.ts' },
  new: { script: 'tooling/src/generators/main.ts' },
  documents: { script: 'tooling/src/documents/documents.ts' },
  requirements: { script: 'tooling/src/requirements/main.ts' },
  // The models of notification import mails, which are React components.
  compatibility: {
    script: 'tooling/src/compatibility/main.ts',
    flags: ['--import', new URL('../launcher/services/tsx-hook.mjs', import.meta.url).href],
  },
  changelog: { tool: 'git-cliff', args: ['--offline', '--output', 'CHANGELOG.md'] },
  links: { tool: 'remark', args: ['--frail', '--quiet', '.'] },
  bench: { script: 'bench/src/main.ts' },
  capacity: { script: 'bench/src/capacity/main.ts' },
  'pre-commit': { tool: 'lint-staged', args: ['--quiet'] },
  'commit-msg': { tool: 'commitlint', args: ['--edit'] },
  'pre-push': { script: 'tooling/src/test/run-tests.ts', args: ['--only', 'types,architecture'] },
  format: { tool: 'biome', args: ['check', '--write', '.'] },
  lint: { tool: 'oxlint', args: [] },
  // Files that have not changed since the last run are not checked again.
  types: {
    tool: 'tsc',
    args: '--checkers 1 -p tsconfig.json --incremental --tsBuildInfoFile .kinmel/types.tsbuildinfo'.split(
      ' ',
    ),
  },
};

export const help = `Every day
  npm run start          starts the shop: --fresh with empty data, --port-offset 100 beside another one
  npm run shop           status of the running shop, and kill, freeze or restart one of its parts: -- kill order 2
  npm run dev            starts the shop from source; open pages take over changes of the shell and the named remotes
  npm run check          format, lint, types, unused exports and the tests of changed files
  npm run test           format, lint, types, all Jest tests, builds, the main journeys; or the named test files
  npm run new            generates a feature, endpoint, remote or event, with its tests
  npm run documents      writes docs/api, docs/events, docs/lives, the index of decisions, deployment files, CODEOWNERS
  npm run doctor         finds the usual faults of a machine and a checkout, and names the command that mends each
  npm run format         formats all files, and reports what it cannot mend
  npm run lint           oxlint over all files
  npm run types          checks the types of all workspaces
  npm run links          checks the links of all Markdown files
  npm run stories        shows each component of packages/ui in all its states, and each mail
  npm run build          builds the shell, remotes and services, with the SBOM of each image and all licences
  npm run seed           seeds more products, for measurements: --products 10000

Releases
  npm run deploy         verifies, builds and activates one remote or the shell: --canary 5 for five percent of the visitors
  npm run rollback       activates the last good version of a part, or ends its canary
  npm run release        status, activate, step, rollback, freeze, unfreeze, preview, history, prune
  npm run can-i-deploy   whether a service, a remote or the shell works with all that is in use or may come back
  npm run remotes        lists the versions of shell and remotes
  npm run resolve-stack  maps a browser's error stack to lines of the source
  npm run pack           packs what a remote in a repository of its own installs: -- ../mfe-magazine
  npm run compatibility  whether the last release can run beside this one: events, calls, settings, documents, indexes
  npm run changelog      writes CHANGELOG.md from the commits
  npm run rotate-keys    rotates the signing key of access tokens without logouts; -- data, -- device: the keys of personal data and numbers
  npm run backup         copies a shop, which may sell meanwhile: --to <folder>
  npm run restore        makes a stopped, empty shop what a copy has: --from <folder>

Proofs
  npm run test:browser   all other browser tests
  npm run test:long      all browser tests with every repetition, containers, cluster, mutants, explorer (2,000 seeds), rig
  npm run test:containers  builds the images and tests the shop in containers, where there is a Docker engine
  npm run test:cluster   the same on Kubernetes, where KUBECONFIG names a cluster for it
  npm run mutants        mutation tests of the rules of money, stock, redemptions and slots
  npm run requirements   requirement rows with and without a test
  npm run check-books    checks the databases of the running shop against the invariants of orders, stock and payments
  npm run explore        plays the services by seeds, with lost, doubled and late messages: --seeds 1000
  npm run rig            sells on a shop of several instances while its processes fail, and checks what clients heard: --minutes 20
  npm run bench          measures the shop: --write writes docs/performance.md
  npm run capacity       instances, cores, memory and disk for a load, and which part is exhausted first: --orders 100 --visitors 5000

The options of each: npm run <command> -- --help
`;
