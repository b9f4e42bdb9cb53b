import { extname, join } from 'node:path';

/** The Jest transform of TypeScript, with or without JSX. */
export const transformOf = (jsx: boolean, files: string) => ({
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

const folder = import.meta.dirname;

/**
 * The Jest project of tests that render. Jest must transform packages that exist only as ES modules: the icons, and in
 * other repositories the packed packages.
 */
export const browserProject = (rootDir: string, roots: readonly string[]) => ({
  displayName: 'browser',
  rootDir,
  testEnvironment: 'jest-fixed-jsdom',
  roots,
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/\\.kinmel/'],
  modulePathIgnorePatterns: ['/\\.kinmel/', '/dist/'],
  transform: transformOf(true, '^.+\\.(ts|tsx|mjs|js)$'),
  transformIgnorePatterns: ['/node_modules/(?!(@kinmel|lucide-react)/)'],
  setupFilesAfterEnv: [join(folder, `browser-setup${extname(import.meta.filename)}`)],
  moduleNameMapper: {
    '\\.module\\.css$': join(folder, 'class-names.mjs'),
    '\\.(css|webp|avif|svg|woff2)$': join(folder, 'asset.mjs'),
  },
});
