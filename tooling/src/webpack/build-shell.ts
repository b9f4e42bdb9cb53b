import { existsSync } from 'node:fs';
import { copyFile, cp, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  remoteContractVersion,
  type ShellBuild,
  shellBuildSchema,
  shellDeclarationSchema,
} from '@kinmel/contracts';
import type { Stats } from 'webpack';
import type { BuildMode } from './base-config.ts';
import { layerFault } from './layer-order.ts';
import { sourceOf } from './origin.ts';
import { packageVersion, repositoryFolder, shellsFolder, stateFolder } from './paths.ts';
import { runWebpack, watchWebpack } from './run-webpack.ts';
import { buildServerFile } from './server-build.ts';
import { offeredVersions } from './shared-modules.ts';
import { offeredNames } from './shared-names.ts';
import { shellConfig } from './shell-config.ts';
import { shellPage, shellVersion } from './shell-page.ts';
import {
  type BuiltFile,
  copyPacts,
  finishFiles,
  integrityOf,
  makeVersion,
  writeDescription,
} from './version-files.ts';

interface BuildShellOptions {
  mode?: BuildMode;
  /** Versions go to `<folder>/<version>/`. */
  shellsFolder?: string;
  /** Another entry file, for the dev host and the story viewer. */
  entry?: string | undefined;
  /** Signs the version; without it nothing accepts it. */
  privateKeyFile?: string | undefined;
}

export interface BuiltShell {
  readonly build: ShellBuild;
  /** Immutable folder of the version. */
  readonly folder: string;
}

/** Files that the HTML loads, in order. */
function firstFiles(stats: Stats): { scripts: string[]; styles: string[] } {
  const { entrypoints = {} } = stats.toJson({ all: false, entrypoints: true });
  const names = (entrypoints.main?.assets ?? []).map((asset) => asset.name);
  return {
    scripts: names.filter((file) => file.endsWith('.js')),
    styles: names.filter((file) => file.endsWith('.css')),
  };
}

/** Server rendering; the shell has it, other hosts do not. */
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
  { mode = 'production', entry, privateKeyFile }: BuildShellOptions,
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
  const source = join(repositoryFolder, 'shell');
  const declaration = shellDeclarationSchema.parse(
    JSON.parse(await readFile(join(source, 'shell.json'), 'utf8')),
  );
  const parts = {
    declaration,
    files,
    ...first,
    // The first page needs the Latin subset only.
    fonts: Object.keys(files).filter((file) => file.endsWith('.woff2') && !/latin-ext|vietnamese/.test(file)),
    contractVersion: remoteContractVersion,
    shared: offeredVersions(),
    offers: offeredNames(stats),
    server,
    pacts: await copyPacts('shell', join(repositoryFolder, 'pacts'), folder),
  };
  const version = shellVersion(packageVersion(source), parts);
  const html = Buffer.from(shellPage({ ...parts, version }));
  await writeFile(join(folder, 'index.html'), html);
  const build = shellBuildSchema.parse({
    ...parts,
    version,
    source: sourceOf(source),
    builtAt: new Date().toISOString(),
    page: { integrity: integrityOf(html), bytes: html.length },
  });
  await writeDescription(join(folder, 'shell.json'), build, privateKeyFile);
  return build;
}

export async function buildShell(options: BuildShellOptions = {}): Promise<BuiltShell> {
  const { mode = 'production', shellsFolder: target = shellsFolder(), entry } = options;
  return makeVersion(
    target,
    async (folder) =>
      describeBuild(folder, await runWebpack(shellConfig({ mode, outputFolder: folder, entry })), options),
    (build) => join(target, build.version),
  );
}

/** Builds the shell after every change and calls the listener. Returns a function that stops it. */
export function watchShell(
  listener: (result: BuiltShell | { error: Error }) => void,
  options: Pick<BuildShellOptions, 'shellsFolder' | 'entry'> = {},
): () => Promise<void> {
  const { shellsFolder: target = shellsFolder(), entry } = options;
  const name = entry === undefined ? 'shell' : basename(dirname(entry));
  const outputFolder = join(stateFolder(), 'build', 'watch', name);
  const mode = 'development';
  return watchWebpack(
    shellConfig({ mode, outputFolder, entry }),
    (stats) =>
      makeVersion(
        target,
        async (folder) => {
          await cp(outputFolder, folder, { recursive: true });
          return describeBuild(folder, stats, { entry, mode });
        },
        (build) => join(target, build.version),
      ),
    listener,
  );
}
