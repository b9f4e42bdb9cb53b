import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RemoteDeclaration, remoteDeclarationSchema } from '@kinmel/contracts';
import { withWidths } from '@kinmel/ui/widths';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import {
  aliases,
  type BuildMode,
  baseConfig,
  developmentFile,
  facadePath,
  federationFile,
} from './base-config.ts';
import { firstDataFaults } from './first-data.ts';
import { packageFolder, repositoryFolder } from './paths.ts';
import { sharedByRemotes } from './shared-modules.ts';

/** Federation container name. A dash in it fails the build with a manifest. */
export const containerName = (remote: string) => remote.replaceAll('-', '_');

/** Reads and validates `remote.json`. */
export function readDeclaration(folder: string): RemoteDeclaration {
  const file = join(folder, 'remote.json');
  const parsed = remoteDeclarationSchema.safeParse(JSON.parse(withWidths(readFileSync(file, 'utf8'))));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const [fault] = firstDataFaults(parsed.data);
  if (fault !== undefined) throw new Error(`${file}: ${fault}`);
  return parsed.data;
}

/** `src/remote.tsx` for the pages, `src/widgets/<widget>.tsx` for a widget. */
function exposedFile(folder: string, module: string): string {
  const candidates = [`src/${module}.tsx`, `src/widgets/${module}.tsx`];
  const sourceFile = candidates.map((file) => join(folder, file)).find((file) => existsSync(file));
  if (!sourceFile)
    throw new Error(`${folder}: no source for ./${module} (looked for ${candidates.join(', ')})`);
  return sourceFile;
}

/** Exposed modules of a remote (pages and widgets) with their source files. */
export function exposedFiles(folder: string, declaration: RemoteDeclaration): Record<string, string> {
  const modules = ['remote', ...declaration.widgets.map((widget) => widget.name)];
  return Object.fromEntries(modules.map((module) => [module, exposedFile(folder, module)]));
}

interface RemoteConfigOptions {
  name: string;
  mode: BuildMode;
  outputFolder: string;
  /** Folder of its package; by default the one of that name in the checkout. */
  folder?: string;
}

const developmentAliases = (remote = '') => ({
  'kinmel-remote-under-development$': remote,
  'react-refresh/runtime$': developmentFile('shared-refresh-runtime.cjs'),
  // The plugin of React Refresh imports it by this path.
  [join(packageFolder('react-refresh'), 'runtime.js')]: developmentFile('shared-refresh-runtime.cjs'),
});

export function remoteConfig({
  name,
  mode,
  outputFolder,
  folder = join(repositoryFolder, name),
}: RemoteConfigOptions): Configuration {
  const sourceFiles = exposedFiles(folder, readDeclaration(folder));
  const exposes =
    mode === 'development' ? { ...sourceFiles, remote: developmentFile('remote.mjs') } : sourceFiles;
  const base = baseConfig({ name: containerName(name), mode, layer: 'remote', outputFolder });
  return {
    ...base,
    // The container is the output; an entry would add a start file with a second runtime.
    entry: {},
    resolve: {
      ...base.resolve,
      alias: {
        ...aliases(),
        // Parts of the runtime that remotes never call and that no option removes from the entry.
        ...Object.fromEntries(
          ['remotes.js', 'installInitialConsumes.js', 'getSharedFallbackGetter.js'].map((file) => [
            federationFile('webpack-bundler-runtime', file),
            facadePath('federation-unused.mjs'),
          ]),
        ),
        ...(mode === 'development' ? developmentAliases(sourceFiles.remote) : {}),
      },
    },
    optimization: {
      ...base.optimization,
      splitChunks: {
        cacheGroups: {
          default: false,
          defaultVendors: false,
          // Modules used by four or more chunks go into one file: more small files cost more than they save, and each
          // first load carries this one. With three it is 1.3 KB larger.
          shared: { name: 'shared', chunks: 'async', minChunks: 4, minSize: 0, type: /javascript/ },
        },
      },
    },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name: containerName(name),
        filename: 'remoteEntry.js',
        exposes: Object.fromEntries(Object.entries(exposes).map(([module, file]) => [`./${module}`, file])),
        shared: sharedByRemotes(),
        shareStrategy: 'loaded-first',
        // An update adds files to the manifest that must not be loaded with the remote, so its entry is loaded instead.
        manifest: mode === 'production',
        dts: false,
        experiments: { optimization: { target: 'web', disableRemote: true }, externalRuntime: true },
      }),
    ],
  };
}
