import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RemoteDeclaration, remoteDeclarationSchema } from '@kinmel/contracts';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { aliases, type BuildMode, baseConfig, facade, federationFile } from './base-config.ts';
import { firstDataFaults } from './first-data.ts';
import { repositoryFolder } from './paths.ts';
import { PinPlugin } from './pin-plugin.ts';
import { takenByRemotes } from './shared-modules.ts';

/** The federation container of a remote. A dash in it fails the build once a manifest is written. */
export const containerName = (remote: string) => remote.replaceAll('-', '_');

/** Reads `remote.json` beside the remote's package; a wrong one stops the build with the field's name. */
export function readDeclaration(folder: string): RemoteDeclaration {
  const file = join(folder, 'remote.json');
  const parsed = remoteDeclarationSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const [fault] = firstDataFaults(parsed.data);
  if (fault !== undefined) throw new Error(`${file}: ${fault}`);
  return parsed.data;
}

/** The source of an exposed module: `src/remote.tsx` for the pages, `src/widgets/<widget>.tsx` for a widget. */
function exposedFile(folder: string, module: string): string {
  const candidates = [`src/${module}.tsx`, `src/widgets/${module}.tsx`];
  const found = candidates.map((file) => join(folder, file)).find((file) => existsSync(file));
  if (!found) throw new Error(`${folder}: no source for ./${module} (looked for ${candidates.join(', ')})`);
  return found;
}

/** What a remote exposes: its pages and each of its widgets, by name with the source of each. */
export function exposedFiles(folder: string, declaration: RemoteDeclaration): Record<string, string> {
  const modules = ['remote', ...declaration.widgets.map((widget) => widget.name)];
  return Object.fromEntries(modules.map((module) => [module, exposedFile(folder, module)]));
}

interface RemoteConfigOptions {
  /** Name of the remote: `mfe-catalog`. */
  name: string;
  mode: BuildMode;
  outputFolder: string;
  /** Where its package is; the folder of that name in the checkout by default. */
  folder?: string;
}

/** The build of a remote: the container and its chunks, nothing that the shell already has. */
export function remoteConfig({
  name,
  mode,
  outputFolder,
  folder = join(repositoryFolder, name),
}: RemoteConfigOptions): Configuration {
  const exposed = exposedFiles(folder, readDeclaration(folder));
  const base = baseConfig({ name: containerName(name), mode, outputFolder });
  return {
    ...base,
    // The container is the product; an entry would build a start file with a runtime of its own.
    entry: {},
    resolve: {
      ...base.resolve,
      alias: {
        ...aliases(),
        // A remote loads no remotes of its own, and `disableRemote` leaves this part of the runtime in its entry.
        [federationFile('webpack-bundler-runtime', 'remotes.js')]: facade('federation-without-remotes.mjs'),
      },
    },
    optimization: {
      ...base.optimization,
      splitChunks: {
        cacheGroups: {
          default: false,
          defaultVendors: false,
          // What several parts of a remote need comes once, in one file: small files of their own cost more than
          // they save, and a copy in each part would be sent again and again.
          shared: { name: 'shared', chunks: 'async', minChunks: 3, minSize: 0, type: /javascript/ },
        },
      },
    },
    plugins: [
      ...(base.plugins ?? []),
      new PinPlugin(),
      new ModuleFederationPlugin({
        name: containerName(name),
        filename: 'remoteEntry.js',
        exposes: Object.fromEntries(Object.entries(exposed).map(([module, file]) => [`./${module}`, file])),
        shared: takenByRemotes(),
        shareStrategy: 'loaded-first',
        manifest: true,
        dts: false,
        experiments: { optimization: { target: 'web', disableRemote: true }, externalRuntime: true },
      }),
    ],
  };
}
