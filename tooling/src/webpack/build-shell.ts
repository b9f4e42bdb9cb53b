import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { remoteContractVersion, type ShellBuild, shellBuildSchema } from '@kinmel/contracts';
import type { Stats } from 'webpack';
import type { BuildMode } from './base-config.ts';
import { layerFault } from './layer-order.ts';
import { packageVersion, repositoryFolder, shellBuildsFolder, stateFolder } from './paths.ts';
import { runWebpack, watchWebpack } from './run-webpack.ts';
import { buildServerFile } from './server-build.ts';
import { offeredVersions } from './shared-modules.ts';
import { offeredNames } from './shared-names.ts';
import { shellConfig } from './shell-config.ts';
import { shellPage, shellVersion } from './shell-page.ts';
import { type BuiltFile, finishFiles, publishFolder } from './version-files.ts';

export interface BuildShellOptions {
  mode?: BuildMode;
  /** Where versions go: `<folder>/<version>/`. */
  shellsFolder?: string;
  /** Another start file than the shell's: the dev host and the story viewer are built like the shell. */
  entry?: string;
}

export interface BuiltShell {
  readonly build: ShellBuild;
  /** The folder of this version: the gateway's `SHELL_FOLDER`. */
  readonly folder: string;
}

/** The files that a page's HTML names, in order. */
function firstFiles(stats: Stats): { scripts: string[]; styles: string[] } {
  const { entrypoints = {} } = stats.toJson({ all: false, entrypoints: true });
  const names = (entrypoints.main?.assets ?? []).map((asset) => asset.name);
  return {
    scripts: names.filter((file) => file.endsWith('.js')),
    styles: names.filter((file) => file.endsWith('.css')),
  };
}

/** Draws pages on a server; only the shop's own shell has it, no other host that is built like it. */
const serverSource = join(repositoryFolder, 'shell/src/server.tsx');

async function assertLayersInOrder(folder: string, styles: readonly string[]): Promise<void> {
  const read = (file: string) => readFile(file, 'utf8');
  const sheets = await Promise.all(styles.map((file) => read(join(folder, file))));
  const declared = await read(join(repositoryFolder, 'packages/ui/src/styles/layers.css'));
  const fault = layerFault(sheets.join('\n'), declared);
  if (fault !== undefined) throw new Error(fault);
}

async function describeBuild(
  folder: string,
  stats: Stats,
  { mode = 'production', entry }: BuildShellOptions,
): Promise<ShellBuild> {
  await copyFile(join(repositoryFolder, 'shell/src/icon.svg'), join(folder, 'icon.svg'));
  const files: Record<string, BuiltFile> = await finishFiles(folder, { compress: mode === 'production' });
  const server =
    mode === 'production' && entry === undefined && existsSync(serverSource)
      ? await buildServerFile(folder, {
          name: 'shell',
          mode,
          filename: 'shell.cjs',
          modules: { server: serverSource },
          hasShared: true,
        })
      : undefined;
  const first = firstFiles(stats);
  await assertLayersInOrder(folder, first.styles);
  const parts = {
    files,
    ...first,
    // The Latin file is the only one that a first page needs.
    fonts: Object.keys(files).filter((file) => file.endsWith('.woff2') && !/latin-ext|vietnamese/.test(file)),
    contractVersion: remoteContractVersion,
    shared: offeredVersions(),
    offers: offeredNames(stats),
    server,
  };
  const version = shellVersion(packageVersion(join(repositoryFolder, 'shell')), parts);
  const build = shellBuildSchema.parse({ version, ...parts });
  await writeFile(join(folder, 'index.html'), shellPage(build));
  await writeFile(join(folder, 'shell.json'), `${JSON.stringify(build, null, 2)}\n`);
  return build;
}

/** Builds the shell into a version folder of its own. */
export async function buildShell(options: BuildShellOptions = {}): Promise<BuiltShell> {
  const mode = options.mode ?? 'production';
  const target = options.shellsFolder ?? shellBuildsFolder();
  await mkdir(target, { recursive: true });
  const built = await mkdtemp(join(target, '.building-'));
  try {
    const stats = await runWebpack(shellConfig({ mode, outputFolder: built, entry: options.entry }));
    const build = await describeBuild(built, stats, options);
    const folder = join(target, build.version);
    await publishFolder(built, folder);
    return { build, folder };
  } catch (error) {
    await rm(built, { recursive: true, force: true });
    throw error;
  }
}

/** Builds the shell after every change of its sources and tells the listener. Returns the function that stops it. */
export function watchShell(
  listener: (result: BuiltShell | { error: Error }) => void,
  options: BuildShellOptions = {},
): () => Promise<void> {
  const name = options.entry === undefined ? 'shell' : basename(dirname(options.entry));
  const outputFolder = join(stateFolder(), 'build', 'watch', name);
  const target = options.shellsFolder ?? shellBuildsFolder();
  let queue = Promise.resolve();
  const publish = async (stats: Stats): Promise<BuiltShell> => {
    await mkdir(target, { recursive: true });
    const copy = await mkdtemp(join(target, '.building-'));
    await cp(outputFolder, copy, { recursive: true });
    const build = await describeBuild(copy, stats, { ...options, mode: 'development' });
    const folder = join(target, build.version);
    await publishFolder(copy, folder);
    return { build, folder };
  };
  return watchWebpack(shellConfig({ mode: 'development', outputFolder, entry: options.entry }), (result) => {
    if ('error' in result) return listener(result);
    queue = queue
      .then(async () => listener(await publish(result.stats)))
      .catch((error: unknown) =>
        listener({ error: error instanceof Error ? error : new Error(String(error)) }),
      );
  });
}
