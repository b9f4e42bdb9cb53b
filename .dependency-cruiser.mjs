/**
 * The architecture as rules. Each has a planted violation in `tooling/src/checks/architecture.test.ts`;
 * a rule without one is refused there, so add both together.
 */
/** Tests and what only they use. */
const test = '\\.test\\.tsx?$|/src/testing/|/test-[^/]+$|^tooling/src/webpack/testing/';
const runsInBrowser = '^(packages/(ui|web-kit)|shell|mfe-[^/]+)/src/';
const runsOnServer = '^(packages/service-kit|gateway|render|services/[^/]+)/src/';
const deployable = '^(services/[^/]+|shell|mfe-[^/]+|gateway|render)/';
const workspace = '^(packages/[^/]+|services/[^/]+|shell|mfe-[^/]+|gateway|render|tooling|e2e|bench)/';

/** @type {import('dependency-cruiser').IConfiguration['forbidden']} */
const rules = [
  {
    name: 'no-cycles',
    comment: 'Files that need each other are one file, or one of them holds a third idea.',
    from: { pathNot: test },
    to: { circular: true },
  },
  {
    name: 'deployables-stay-inside',
    comment:
      'What is deployed on its own may not reach into another: between them there are only contracts. A test may start another service as a whole by its `testing` export.',
    from: { path: deployable },
    to: {
      path: deployable,
      pathNot: '^$1/|^services/[^/]+/src/testing/',
    },
  },
  {
    name: 'only-tests-of-all-services-run-them',
    comment: 'A whole service in the process of another program is a test of all of them, and nothing else.',
    from: { pathNot: '^tooling/src/(explorer|stolen-session/testing)/|^services/[^/]+/src/main\\.ts$' },
    to: { path: '^services/[^/]+/src/service\\b' },
  },
  {
    name: 'packages-do-not-know-their-users',
    comment: 'A package that imports its user can serve nobody else.',
    from: { path: '^packages/', pathNot: test },
    to: { path: '^(services|shell|mfe-[^/]+|gateway|render|tooling|e2e|bench)/' },
  },
  {
    name: 'browser-does-not-import-server',
    comment: 'Server code in a bundle is bytes at best and a secret at worst.',
    from: { path: runsInBrowser, pathNot: test },
    to: {
      path: '^packages/(service-kit|pictures)/|(^|/)node_modules/(express|mongoose|amqplib|pino|multer|sharp)/',
    },
  },
  {
    name: 'browser-does-not-import-node',
    comment: 'A browser has no Node modules.',
    from: { path: runsInBrowser, pathNot: test },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'server-does-not-import-browser',
    comment: 'Services know nothing of pages.',
    from: { path: runsOnServer, pathNot: test },
    to: {
      path: '^packages/(ui|web-kit)/|(^|/)node_modules/(react|react-dom|react-redux|@reduxjs/toolkit)/',
    },
  },
  {
    name: 'browser-takes-only-types-from-contracts',
    comment: 'A schema of the contracts would put all of zod on the first page; browsers have zod/mini.',
    from: { path: runsInBrowser, pathNot: test },
    to: {
      path: '^packages/contracts/|(^|/)node_modules/zod/',
      pathNot: '^packages/contracts/src/(browser|life)/|(^|/)node_modules/zod/mini/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'contracts-for-the-browser-use-zod-mini-alone',
    comment: 'What the browser takes of the contracts may not bring the rest of zod along.',
    from: { path: '^packages/contracts/src/(browser|life)/', pathNot: test },
    to: {
      pathNot: '^packages/contracts/src/(browser|life)/|(^|/)node_modules/zod/mini/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'contracts-use-only-zod',
    comment: 'Contracts are read by everybody, so they may drag nothing along.',
    from: { path: '^packages/contracts/src/', pathNot: test },
    to: { pathNot: '^packages/contracts/src/|(^|/)node_modules/zod/' },
  },
  {
    name: 'pricing-uses-only-contracts-of-the-browser',
    comment: 'It prices in the browser and on the server, so it may lean on neither.',
    from: { path: '^packages/pricing/src/', pathNot: test },
    to: { pathNot: '^packages/pricing/src/|^packages/contracts/src/browser/' },
  },
  {
    name: 'ui-knows-no-domain',
    comment: 'A button does not know what a product is.',
    from: { path: '^packages/ui/src/' },
    to: { path: '^packages/(contracts|web-kit|service-kit|testing)/' },
  },
  {
    name: 'rules-are-pure',
    comment:
      'Rules take state, command and time, and return: no store, no transport, no library, no Node module. Data in a JSON file is theirs.',
    from: { path: '\\.rules\\.ts$' },
    to: {
      pathNot: '\\.(rules\\.ts|json)$|^packages/(contracts|pricing|service-kit)/|(^|/)node_modules/zod/mini/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'express-only-at-the-edge',
    comment: 'Use cases, rules and stores do not know that HTTP exists.',
    from: { path: '^services/[^/]+/src/', pathNot: `\\.routes\\.ts$|/(app|main)\\.ts$|${test}` },
    to: { path: '(^|/)node_modules/express/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'mongodb-only-in-stores',
    comment: 'Only a store knows how its documents lie in the database.',
    from: {
      path: '^services/[^/]+/src/',
      pathNot: `\\.store\\.ts$|/(context|main)\\.ts$|/seed/|${test}`,
    },
    to: { path: '(^|/)node_modules/(mongoose|mongodb)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'features-use-use-cases-not-stores',
    comment:
      "Another feature's data is reached through its use case, so that its rules hold. A store may be built of the parts of another.",
    from: { path: '^services/([^/]+)/src/([^/]+)/', pathNot: `/seed/|\\.store\\.ts$|${test}` },
    to: {
      path: '^services/$1/src/[^/]+/.*\\.store\\.ts$',
      pathNot: '^services/$1/src/$2/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'orders-are-handed-what-follows',
    comment:
      'Ledger, payments and the others change orders. What orders need of them is handed over in `context.ts`; only rules and the indexes of a shared collection are imported.',
    from: { path: '^services/order/src/orders/', pathNot: test },
    to: {
      path: '^services/order/src/(ledger|payments|payouts|placing|returns|tax-documents)/',
      pathNot: '\\.rules\\.ts$|/open-payments\\.indexes\\.ts$',
    },
  },
  {
    name: 'page-features-meet-in-routes',
    comment: 'A page that imports another page cannot be changed alone.',
    from: { path: '^(mfe-[^/]+)/src/features/([^/]+)/', pathNot: test },
    to: { path: '^$1/src/features/[^/]+/', pathNot: '^$1/src/features/$2/' },
  },
  {
    name: 'testing-only-in-tests',
    comment: 'Builders and fakes have no place in what is shipped.',
    from: {
      path: '^(packages|gateway|render|services|shell|mfe-[^/]+)/',
      pathNot: `${test}|^packages/testing/`,
    },
    to: { path: '^packages/testing/|/src/testing/|/test-[^/]+$' },
  },
  {
    name: 'host-only-in-the-shell',
    comment: 'Loading remotes is the work of the shell; a remote is loaded.',
    from: { path: '^mfe-[^/]+/src/', pathNot: test },
    to: { path: '^packages/web-kit/src/host/' },
  },
  {
    name: 'one-router-name',
    comment: 'Two names for the router are two contexts at run time.',
    from: { path: '^(packages|shell|mfe-[^/]+)/' },
    to: { path: '(^|/)node_modules/react-router/' },
  },
  {
    name: 'packages-by-name',
    comment: 'A relative path into another workspace hides the dependency from its package.json.',
    from: { path: workspace },
    to: {
      path: workspace,
      pathNot: '^$1/',
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased-workspace', 'npm', 'npm-dev', 'localmodule'],
    },
  },
  {
    name: 'no-unlisted-packages',
    comment: 'What is imported stands in the package.json of the workspace that imports it.',
    from: { path: '^(packages|services|shell|mfe-[^/]+|gateway|render|tooling|bench|e2e)/', pathNot: test },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: rules.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)\\.kinmel/', '^[^n][^/]*/(src/)?(dist|coverage)/'] },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
