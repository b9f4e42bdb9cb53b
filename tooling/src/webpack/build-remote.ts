import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RemoteBuild, remoteBuildSchema } from '@kinmel/contracts';
import type { Stats } from 'webpack';
import type { BuildMode } from './base-config.ts';
import { packageVersion, remotesFolder, repositoryFolder, stateFolder } from './paths.ts';
import { containerName, exposedFiles, readDeclaration, remoteConfig } from './remote-config.ts';
import { runWebpack, watchWebpack } from './run-webpack.ts';
import { buildServerFile } from './server-build.ts';
import { neededRanges } from './shared-modules.ts';
import { importedNames } from './shared-names.ts';
import { contentVersion, finishFiles, publishFolder } from './version-files.ts';

export interface BuildRemoteOptions {
  mode?: BuildMode;
  /** Where versions go: `<folder>/<name>/<version>/`. */
  remotesFolder?: string;
  /** The package of the remote; the folder of that name in the checkout by default. */
  folder?: string;
  /** A version of your own instead of the one made from the content. */
  version?: string;
}

export interface BuiltRemote {
  readonly build: RemoteBuild;
  /** The immutable folder of this version. */
  readonly folder: string;
}

type Files = RemoteBuild['modules'][string];

/** The files of each named group of chunks, in loading order, as webpack knows them. */
function filesOfGroups(stats: Stats): Map<string, Files> {
  const { namedChunkGroups = {} } = stats.toJson({ all: false, chunkGroups: true });
  return new Map(
    Object.entries(namedChunkGroups).map(([name, { assets = [] }]) => {
      const names = assets.map((asset) => asset.name);
      return [
        name,
        {
          scripts: names.filter((file) => file.endsWith('.js')),
          styles: names.filter((file) => file.endsWith('.css')),
        },
      ];
    }),
  );
}

async function describeBuild(
  folder: string,
  stats: Stats,
  {
    name,
    packageFolder,
    mode,
    version,
  }: { name: string; packageFolder: string; mode: BuildMode; version?: string },
): Promise<RemoteBuild> {
  // Detail of the build that no browser needs and no visitor should read.
  await rm(join(folder, 'mf-stats.json'), { force: true });
  const declaration = readDeclaration(packageFolder);
  const files = await finishFiles(folder, { compress: mode === 'production' });
  const groups = filesOfGroups(stats);
  const exposed = '__federation_expose_';
  const modules: RemoteBuild['modules'] = {};
  const chunks: RemoteBuild['chunks'] = {};
  for (const [group, groupFiles] of groups) {
    if (group.startsWith(exposed) || group === containerName(name)) continue;
    chunks[group] = groupFiles;
  }
  for (const module of ['remote', ...declaration.widgets.map((widget) => widget.name)]) {
    // In the names of its chunks the plugin writes a dash as an underscore.
    const moduleFiles = groups.get(exposed + module.replaceAll('-', '_')) ?? groups.get(exposed + module);
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
  // A watching start draws in the browser alone: its builds are of the moment.
  const server =
    mode === 'production'
      ? await buildServerFile(folder, {
          name: containerName(name),
          mode,
          filename: 'remote.cjs',
          modules: exposedFiles(packageFolder, declaration),
          hasShared: false,
        })
      : undefined;
  const imports = importedNames(stats);
  const build = remoteBuildSchema.parse({
    declaration,
    version:
      version ??
      contentVersion(packageVersion(packageFolder), files, { declaration, modules, chunks, imports, server }),
    builtAt: new Date().toISOString(),
    entry: 'remoteEntry.js',
    manifest: 'mf-manifest.json',
    files,
    modules,
    chunks,
    shared: neededRanges(),
    imports,
    server,
  });
  await writeFile(join(folder, 'version.json'), `${JSON.stringify(build, null, 2)}\n`);
  return build;
}

/** Builds one remote alone into its own immutable version folder. Activating it is the registry's business. */
export async function buildRemote(name: string, options: BuildRemoteOptions = {}): Promise<BuiltRemote> {
  const mode = options.mode ?? 'production';
  const packageFolder = options.folder ?? join(repositoryFolder, name);
  const target = options.remotesFolder ?? remotesFolder();
  await mkdir(target, { recursive: true });
  // Beside the target, so that the last step is a rename within one file system.
  const built = await mkdtemp(join(target, `.building-${name}-`));
  try {
    const config = remoteConfig({ name, mode, outputFolder: built, folder: packageFolder });
    const stats = await runWebpack(config);
    const build = await describeBuild(built, stats, { name, packageFolder, mode, version: options.version });
    const folder = join(target, name, build.version);
    await publishFolder(built, folder);
    return { build, folder };
  } catch (error) {
    await rm(built, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Builds a remote after every change of its sources, each time into a version folder of its own, and tells the
 * listener. Returns the function that stops it.
 */
export function watchRemote(
  name: string,
  listener: (result: BuiltRemote | { error: Error }) => void,
  options: BuildRemoteOptions = {},
): () => Promise<void> {
  const packageFolder = options.folder ?? join(repositoryFolder, name);
  const outputFolder = join(stateFolder(), 'build', 'watch', name);
  const target = options.remotesFolder ?? remotesFolder();
  let queue = Promise.resolve();
  return watchWebpack(
    remoteConfig({ name, mode: 'development', outputFolder, folder: packageFolder }),
    (result) => {
      if ('error' in result) return listener(result);
      queue = queue
        .then(async () =>
          listener(await publishWatched(name, outputFolder, target, packageFolder, result.stats)),
        )
        .catch((error: unknown) =>
          listener({ error: error instanceof Error ? error : new Error(String(error)) }),
        );
    },
  );
}

async function publishWatched(
  name: string,
  outputFolder: string,
  target: string,
  packageFolder: string,
  stats: Stats,
): Promise<BuiltRemote> {
  await mkdir(target, { recursive: true });
  const copy = await mkdtemp(join(target, `.building-${name}-`));
  await cp(outputFolder, copy, { recursive: true });
  const build = await describeBuild(copy, stats, { name, packageFolder, mode: 'development' });
  const folder = join(target, name, build.version);
  await publishFolder(copy, folder);
  return { build, folder };
}
