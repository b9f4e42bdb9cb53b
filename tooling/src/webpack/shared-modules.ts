import { join } from 'node:path';
import { packageFolder, packageVersion, repositoryFolder } from './paths.ts';

/** One module that the shell gives to every remote. */
export interface SharedModule {
  readonly key: string;
  /** The version in the share scope; given by hand because a facade has no package.json of its own. */
  readonly version: string;
  /** A remote that needs another version is not started: its place shows the friendly text. */
  readonly strictVersion: boolean;
}

const installed = (key: string, name = key): SharedModule => ({
  key,
  version: packageVersion(packageFolder(name)),
  strictVersion: false,
});

/**
 * Everything that shell and remotes must have one copy of. Without `@kinmel/web-kit` the build passes and pages
 * stay silently empty, because each remote then has a store and a loader of its own; a test guards this list.
 * Keys with a slash at the end share every path below (`react-dom/client`, `react/jsx-runtime`).
 */
export function sharedModules(): readonly SharedModule[] {
  return [
    installed('react'),
    installed('react/', 'react'),
    installed('react-dom'),
    installed('react-dom/', 'react-dom'),
    installed('react-redux'),
    installed('react-router-dom'),
    installed('zod/mini', 'zod'),
    {
      key: '@kinmel/web-kit',
      version: packageVersion(join(repositoryFolder, 'packages/web-kit')),
      strictVersion: true,
    },
  ];
}

const caret = (version: string) => `^${version}`;

/** The shell has the only copies, in its first files: no extra requests, no second copy anywhere. */
export function sharedByShell(): Record<string, object> {
  return Object.fromEntries(
    sharedModules().map(({ key, version, strictVersion }) => [
      key,
      { singleton: true, eager: true, version, requiredVersion: caret(version), strictVersion },
    ]),
  );
}

/** A remote brings none of them (`import: false`): it cannot run without a host, and never doubles one. */
export function takenByRemotes(): Record<string, object> {
  return Object.fromEntries(
    sharedModules().map(({ key, version, strictVersion }) => [
      key,
      { singleton: true, import: false, requiredVersion: caret(version), strictVersion },
    ]),
  );
}

/** The keys as the registry compares them: one with a slash at the end stands for parts of the same package. */
const compared = () => sharedModules().filter(({ key }) => !key.endsWith('/'));

/** What a shell of these sources offers, by key: the versions. */
export const offeredVersions = (): Record<string, string> =>
  Object.fromEntries(compared().map(({ key, version }) => [key, version]));

/** What a remote of these sources needs, by key: the ranges. */
export const neededRanges = (): Record<string, string> =>
  Object.fromEntries(compared().map(({ key, version }) => [key, caret(version)]));
