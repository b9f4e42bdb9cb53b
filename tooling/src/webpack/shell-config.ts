import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { aliases, type BuildMode, baseConfig, facade } from './base-config.ts';
import { packageFolder, repositoryFolder } from './paths.ts';
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
  const federation = (file: string, packageName: string) =>
    join(packageFolder(`@module-federation/${packageName}`), 'dist', file);
  return {
    ...base,
    entry: { main: entry },
    resolve: {
      ...base.resolve,
      alias: {
        ...aliases(),
        // Both the ESM and the CommonJS build would be bundled otherwise, 8 KB more.
        '@module-federation/runtime-core$': federation('index.js', 'runtime-core'),
        '@module-federation/sdk$': federation('index.js', 'sdk'),
        '@module-federation/error-codes$': facade('federation-error-codes.mjs'),
        'kinmel-federation-codes-source$': federation('error-codes.mjs', 'error-codes'),
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
