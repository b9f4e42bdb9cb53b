import { readdirSync } from 'node:fs';

const transform = (jsx, files = '^.+\\.(ts|tsx|mjs)$') => ({
  [files]: [
    '@swc/jest',
    {
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', tsx: jsx },
        transform: { react: { runtime: 'automatic' } },
      },
      module: { type: 'commonjs' },
    },
  ],
});

const remotes = readdirSync(import.meta.dirname).filter((name) => name.startsWith('mfe-'));
const ignored = ['/node_modules/', '/dist/', '/\\.kinmel/'];

/** Tests that run in Node: services, gateway, tooling and what they share. */
const server = {
  displayName: 'server',
  testEnvironment: 'node',
  roots: [
    'packages/contracts',
    'packages/mail-templates',
    'packages/pictures',
    'packages/pricing',
    'packages/service-kit',
    'packages/testing',
    'tooling',
    'gateway',
    'render',
    'services',
    'bench',
  ],
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ignored,
  modulePathIgnorePatterns: ['/\\.kinmel/', '/dist/'],
  // Mails are drawn on servers; everything else there is plain TypeScript.
  transform: { ...transform(true, '^.+\\.tsx$'), ...transform(false, '^.+\\.(ts|mjs)$') },
};

/** Tests that render: the design system, web-kit, the shell and the remotes. */
const browser = {
  displayName: 'browser',
  testEnvironment: 'jest-fixed-jsdom',
  roots: ['packages/ui', 'packages/web-kit', 'shell', ...remotes],
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ignored,
  modulePathIgnorePatterns: ['/\\.kinmel/', '/dist/'],
  transform: transform(true),
  setupFilesAfterEnv: ['<rootDir>/tooling/src/test/browser-setup.ts'],
  moduleNameMapper: {
    '\\.module\\.css$': '<rootDir>/tooling/src/test/class-names.mjs',
    '\\.(css|webp|avif|svg|woff2)$': '<rootDir>/tooling/src/test/asset.mjs',
  },
};

export default { projects: [server, browser], workerIdleMemoryLimit: '500MB' };
