// StrykerJS on the pure rules: money, states, stock and slots. `npm run mutants`.
const rules = [
  'packages/pricing/src',
  'services/catalog/src/stock',
  'services/offer/src/redemptions',
  'services/order/src/orders',
  'services/order/src/payments',
  'services/service-request/src/repair-bookings',
  'services/service-request/src/requests',
  'services/service-request/src/sell-requests',
];

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: [
    'packages/pricing/src/!(*.test|index).ts',
    ...rules.slice(1).map((folder) => `${folder}/*.rules.ts`),
  ],
  plugins: ['@stryker-mutator/jest-runner'],
  // Rewriting tsconfig.json needs an older compiler API; no test reads that file.
  tsconfigFile: 'none',
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Jest leaks memory with every run, and collecting it soon takes longer than the tests.
  maxTestRunnerReuse: 20,
  timeoutMS: 10_000,
  tempDirName: '.kinmel/mutants',
  cleanTempDir: 'always',
  ignorePatterns: [
    '.kinmel',
    'bench',
    'deploy',
    'docs',
    'e2e',
    'gateway',
    'mfe-*',
    'pacts',
    'render',
    'shell',
    'tooling',
    'jest.config.mjs',
    'services/catalog/src/seed',
  ],
  reporters: ['json', 'clear-text'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  jsonReporter: { fileName: '.kinmel/mutants.json' },
  thresholds: { high: 95, low: 90, break: 90 },
  jest: {
    enableFindRelatedTests: true,
    config: {
      rootDir: '.',
      testEnvironment: 'node',
      roots: rules.map((folder) => `<rootDir>/${folder}`),
      testMatch: ['**/*.rules.test.ts', '**/packages/pricing/src/*.test.ts'],
      transform: {
        '^.+\\.(ts|mjs)$': [
          '@swc/jest',
          {
            jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
            // Packages are loaded when used: rules need neither mongoose nor express nor amqplib.
            module: { type: 'commonjs', lazy: true },
          },
        ],
      },
    },
  },
};
