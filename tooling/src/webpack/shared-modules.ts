import { packageFolder, packageVersion } from './paths.ts';

/** A module that the shell provides to all remotes. */
export interface SharedModule {
  readonly key: string;
  /** Set explicitly: a facade has no package.json. */
  readonly version: string;
  /** Whether a remote that needs another version is refused; an error text is then shown in its place. */
  readonly strictVersion: boolean;
}

const sharedPackage = (key: string, name = key): SharedModule => ({
  key,
  version: packageVersion(packageFolder(name)),
  strictVersion: false,
});

/**
 * Modules that exist once for shell and remotes. Without `@kinmel/web-kit` the build passes and pages stay empty,
 * because each remote has its own store and loader. Keys with a slash at the end share every path below
 * (`react-dom/client`, `react/jsx-runtime`).
 */
export function sharedModules(): readonly SharedModule[] {
  return [
    sharedPackage('react'),
    sharedPackage('react/', 'react'),
    sharedPackage('react-dom'),
    sharedPackage('react-dom/', 'react-dom'),
    sharedPackage('react-redux'),
    sharedPackage('react-router-dom'),
    sharedPackage('zod/mini', 'zod'),
    {
      key: '@kinmel/web-kit',
      version: packageVersion(packageFolder('@kinmel/web-kit')),
      strictVersion: true,
    },
  ];
}

const caret = (version: string) => `^${version}`;

/** The shared modules as declared by the shell, which bundles them in its first files. */
export function sharedByShell(): Record<string, object> {
  return Object.fromEntries(
    sharedModules().map(({ key, version, strictVersion }) => [
      key,
      { singleton: true, eager: true, version, requiredVersion: caret(version), strictVersion },
    ]),
  );
}

/** The shared modules as declared by remotes, which never bundle them (`import: false`). */
export function sharedByRemotes(): Record<string, object> {
  return Object.fromEntries(
    sharedModules().map(({ key, version, strictVersion }) => [
      key,
      { singleton: true, import: false, requiredVersion: caret(version), strictVersion },
    ]),
  );
}

/** Keys that the registry compares; those with a slash repeat a package. */
const comparedModules = () => sharedModules().filter(({ key }) => !key.endsWith('/'));

/** Versions that a shell offers, by key. */
export const offeredVersions = (): Record<string, string> =>
  Object.fromEntries(comparedModules().map(({ key, version }) => [key, version]));

/** Ranges that a remote needs, by key. */
export const neededRanges = (): Record<string, string> =>
  Object.fromEntries(comparedModules().map(({ key, version }) => [key, caret(version)]));
