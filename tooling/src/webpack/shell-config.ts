import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { aliases, type BuildMode, baseConfig, developmentFile, federationFile } from './base-config.ts';
import { repositoryFolder } from './paths.ts';
import { sharedByShell } from './shared-modules.ts';

interface HostConfigOptions {
  mode: BuildMode;
  outputFolder: string;
  /** Another entry file, for the story viewer. */
  entry?: string | undefined;
  name?: string;
}

/** Build of a host: shared modules and the federation runtime are in its first files. */
export function shellConfig({
  mode,
  outputFolder,
  entry = join(repositoryFolder, 'shell/src/main.tsx'),
  name = 'shell',
}: HostConfigOptions): Configuration {
  const base = baseConfig({ name, mode, layer: 'shell', outputFolder });
  return {
    ...base,
    // The styles come first, so that the order of layers is declared before any rule.
    entry: {
      main: [
        // Releases of remotes take `jsx-runtime` from the shell, which does not need it in development.
        ...(mode === 'development'
          ? [developmentFile('share-refresh-runtime.cjs'), 'react/jsx-runtime']
          : []),
        '@kinmel/ui/styles.css',
        entry,
      ],
    },
    resolve: {
      ...base.resolve,
      alias: {
        ...aliases(),
        // Otherwise both the ESM and the CommonJS build would be bundled, 8 KB more.
        '@module-federation/runtime-core$': federationFile('runtime-core', 'index.js'),
        '@module-federation/sdk$': federationFile('sdk', 'index.js'),
      },
    },
    optimization: {
      ...base.optimization,
      splitChunks: {
        cacheGroups: {
          // Libraries change rarely; a separate file stays cached when the shell changes.
          vendor: {
            test: /node_modules/,
            name: 'vendor',
            chunks: 'initial',
            enforce: true,
            type: /javascript/,
          },
        },
      },
    },
    plugins: [
      ...(base.plugins ?? []),
      new ModuleFederationPlugin({
        name,
        remotes: {},
        shared: sharedByShell(),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        experiments: { optimization: { target: 'web' }, provideExternalRuntime: true },
      }),
    ],
  };
}
