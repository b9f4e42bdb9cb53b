import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type RemoteBuild, remoteBuildSchema } from '@kinmel/contracts';
import type { Stats } from 'webpack';
import { writeLicences } from '../licences/write-notices.ts';
import { sourceOf } from './origin.ts';
import { packagesIn } from './packages-in.ts';
import { packageVersion, remotesFolder, repositoryFolder } from './paths.ts';
import { containerName, exposedFiles, readDeclaration, remoteConfig } from './remote-config.ts';
import { runWebpack } from './run-webpack.ts';
import { buildServerFile } from './server-build.ts';
import { neededRanges } from './shared-modules.ts';
import { importedNames } from './shared-names.ts';
import {
  contentVersion,
  copyPacts,
  finishFiles,
  makeVersion,
  pinManifest,
  scriptsAndStyles,
  writeDescription,
} from './version-files.ts';

interface BuildRemoteOptions {
  /** Versions go to `<folder>/<name>/<version>/`. */
  remotesFolder?: string;
  /** Folder of the remote's package; by default the one of that name in the checkout. */
  folder?: string;
  /** Replaces the version that is otherwise derived from the content. */
  version?: string | undefined;
  /** Signs the version; registry and gateway refuse an unsigned one. */
  privateKeyFile?: string | undefined;
}

const manifestFile = 'mf-manifest.json';

type Files = RemoteBuild['modules'][string];

/** Files of each named chunk group, in loading order. */
function filesOfGroups(stats: Stats): Map<string, Files> {
  const { namedChunkGroups = {} } = stats.toJson({ all: false, chunkGroups: true });
  return new Map(
    Object.entries(namedChunkGroups).map(([name, { assets }]) => [name, scriptsAndStyles(assets)]),
  );
}

async function describeBuild(
  folder: string,
  stats: Stats,
  {
    name,
    packageFolder,
    version,
    privateKeyFile,
  }: { name: string; packageFolder: string } & Pick<BuildRemoteOptions, 'version' | 'privateKeyFile'>,
): Promise<RemoteBuild> {
  // Build details that must not be public.
  await rm(join(folder, 'mf-stats.json'), { force: true });
  const declaration = readDeclaration(packageFolder);
  await pinManifest(join(folder, manifestFile));
  await writeLicences(folder, packagesIn(stats));
  const files = await finishFiles(folder);
  const groups = filesOfGroups(stats);
  const exposedPrefix = '__federation_expose_';
  const modules: RemoteBuild['modules'] = {};
  const chunks: RemoteBuild['chunks'] = {};
  for (const [group, groupFiles] of groups) {
    if (group.startsWith(exposedPrefix) || group === containerName(name)) continue;
    chunks[group] = groupFiles;
  }
  for (const module of ['remote', ...declaration.widgets.map((widget) => widget.name)]) {
    // The plugin replaces dashes in chunk names by underscores.
    const moduleFiles =
      groups.get(exposedPrefix + module.replaceAll('-', '_')) ?? groups.get(exposedPrefix + module);
    if (!moduleFiles) throw new Error(`${name}: the build has no files for ./${module}`);
    modules[module] = moduleFiles;
  }
  for (const { path, chunk } of declaration.pages) {
    if (chunk !== undefined && !chunks[chunk]) {
      throw new Error(
        `${name}: remote.json gives ${path} the chunk "${chunk}", but the build has ${Object.keys(chunks).join(', ') || 'none'}`,
      );
    }
  }
  const server = await buildServerFile(folder, {
    name: containerName(name),
    filename: 'remote.cjs',
    modules: exposedFiles(packageFolder, declaration),
    hasShared: false,
  });
  const imports = importedNames(stats);
  const pacts = await copyPacts(name, join(repositoryFolder, 'pacts'), folder);
  const build = remoteBuildSchema.parse({
    declaration,
    version:
      version ??
      contentVersion(packageVersion(packageFolder), files, {
        declaration,
        modules,
        chunks,
        imports,
        server,
        pacts,
      }),
    source: sourceOf(packageFolder),
    builtAt: new Date().toISOString(),
    entry: 'remoteEntry.js',
    manifest: manifestFile,
    files,
    modules,
    chunks,
    shared: neededRanges(),
    imports,
    server,
    pacts,
  });
  await writeDescription(join(folder, 'version.json'), build, privateKeyFile);
  return build;
}

/** Builds one remote into its own immutable version folder. The registry activates it. */
export async function buildRemote(name: string, options: BuildRemoteOptions = {}) {
  const { version, privateKeyFile } = options;
  const packageFolder = options.folder ?? join(repositoryFolder, name);
  const target = options.remotesFolder ?? remotesFolder();
  return makeVersion(
    target,
    async (folder) => {
      const stats = await runWebpack(
        remoteConfig({ name, mode: 'production', outputFolder: folder, folder: packageFolder }),
      );
      return describeBuild(folder, stats, { name, packageFolder, version, privateKeyFile });
    },
    (build) => join(target, name, build.version),
  );
}
