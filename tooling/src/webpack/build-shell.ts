import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { remoteContractVersion, shellBuildSchema, shellDeclarationSchema } from '@kinmel/contracts';
import { integrityOf } from '@kinmel/gateway/registry';
import type { Stats } from 'webpack';
import { writeLicences } from '../licences/write-notices.ts';
import { layerFault } from './layer-order.ts';
import { sourceOf } from './origin.ts';
import { packagesIn } from './packages-in.ts';
import { packageVersion, repositoryFolder, shellsFolder } from './paths.ts';
import { runWebpack } from './run-webpack.ts';
import { buildServerFile } from './server-build.ts';
import { offeredVersions } from './shared-modules.ts';
import { offeredNames } from './shared-names.ts';
import { shellConfig } from './shell-config.ts';
import { shellPage, shellVersion } from './shell-page.ts';
import {
  type BuiltFile,
  copyPacts,
  finishFiles,
  makeVersion,
  scriptsAndStyles,
  writeDescription,
} from './version-files.ts';

interface BuildShellOptions {
  /** Versions go to `<folder>/<version>/`. */
  shellsFolder?: string;
  /** Signs the version; registry and gateway refuse an unsigned one. */
  privateKeyFile?: string | undefined;
}

/** Files that the HTML loads, in order, without those of hot updates. */
export function firstFiles(stats: Stats): { scripts: string[]; styles: string[] } {
  const { entrypoints = {} } = stats.toJson({ all: false, entrypoints: true });
  const { scripts, styles } = scriptsAndStyles(entrypoints.main?.assets);
  return { scripts: scripts.filter((file) => !file.endsWith('.hot-update.js')), styles };
}

/** Entry of the build for server rendering. */
const serverSource = join(repositoryFolder, 'shell/src/server.tsx');

async function assertLayersInOrder(folder: string, styles: readonly string[]): Promise<void> {
  const read = (file: string) => readFile(file, 'utf8');
  const styleTexts = await Promise.all(styles.map((file) => read(join(folder, file))));
  const layersFile = await read(join(repositoryFolder, 'packages/ui/src/styles/layers.css'));
  const fault = layerFault(styleTexts.join('\n'), layersFile);
  if (fault !== undefined) throw new Error(fault);
}

/** The icon, and two images of it that browsers request by well-known names without a link. */
export const iconsFolder = join(repositoryFolder, 'shell/src/icons');

async function describeBuild(folder: string, stats: Stats, privateKeyFile: string | undefined) {
  await cp(iconsFolder, folder, { recursive: true });
  await writeLicences(folder, packagesIn(stats));
  const files: Record<string, BuiltFile> = await finishFiles(folder);
  const server = await buildServerFile(folder, {
    name: 'shell',
    filename: 'shell.cjs',
    modules: { server: serverSource },
    hasShared: true,
  });
  const entryFiles = firstFiles(stats);
  await assertLayersInOrder(folder, entryFiles.styles);
  const source = join(repositoryFolder, 'shell');
  const declaration = shellDeclarationSchema.parse(
    JSON.parse(await readFile(join(source, 'shell.json'), 'utf8')),
  );
  const parts = {
    declaration,
    files,
    ...entryFiles,
    // The first page needs only the Latin subset.
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

export async function buildShell(options: BuildShellOptions = {}) {
  const { shellsFolder: target = shellsFolder(), privateKeyFile } = options;
  return makeVersion(
    target,
    async (folder) =>
      describeBuild(
        folder,
        await runWebpack(shellConfig({ mode: 'production', outputFolder: folder })),
        privateKeyFile,
      ),
    (build) => join(target, build.version),
  );
}
