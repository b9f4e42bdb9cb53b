import { readdirSync } from 'node:fs';
import { browserProject, transformOf } from './tooling/src/test/browser-project.ts';
import { programTests } from './tooling/src/test/run-rules.ts';

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
  testPathIgnorePatterns: [...ignored, ...programTests],
  modulePathIgnorePatterns: ['/\\.kinmel/', '/dist/'],
  // Mails are rendered on servers; everything else there is plain TypeScript.
  transform: { ...transformOf(true, '^.+\\.tsx$'), ...transformOf(false, '^.+\\.(ts|mjs)$') },
};

const programs = {
  ...server,
  displayName: 'programs',
  roots: ['tooling'],
  testMatch: programTests.map((file) => `<rootDir>/${file}`),
  testPathIgnorePatterns: ignored,
};

/** Tests that render: the design system, web-kit, the shell and the remotes. */
const browser = browserProject(import.meta.dirname, ['packages/ui', 'packages/web-kit', 'shell', ...remotes]);

export default { projects: [server, programs, browser], workerIdleMemoryLimit: '500MB' };
