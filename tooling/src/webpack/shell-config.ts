import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { aliases, type BuildMode, baseConfig, federationFile } from './base-config.ts';
import { repositoryFolder } from './paths.ts';
import { PinPlugin } from './pin-plugin.ts';
import { sharedByShell } from './shared-modules.ts';

interface HostConfigOptions {
  mode: BuildMode;
  outputFolder: string;
  /** The start file; the shell's own unless another host (the dev host, the story viewer) is built. */
  entry?: string;
  name?: string;
}

/** The build of a host: everything shared is in its first files, and the federation runtime is there for all remotes. */
export function shellConfig({
  mode,
  outputFolder,
  entry = join(repositoryFolder, 'shell/src/main.tsx'),
  name = 'shell',
}: HostConfigOptions): Configuration {
  const base = baseConfig({ name, mode, outputFolder });
  return {
    ...base,
    // The order of all layers stands before every rule, whatever the start file loads and when.
    entry: { main: ['@kinmel/ui/styles.css', entry] },
    resolve: {
      ...base.resolve,
      alias: {
        ...aliases(),
        // Both the ESM and the CommonJS build would be bundled otherwise, 8 KB more.
        '@module-federation/runtime-core$': federationFile('runtime-core', 'index.js'),
        '@module-federation/sdk$': federationFile('sdk', 'index.js'),
      },
    },
    optimization: {
      ...base.optimization,
      splitChunks: {
        cacheGroups: {
          // Libraries change rarely: in a file of their own they stay in the browser's cache over a new shell.
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
      new PinPlugin(),
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
