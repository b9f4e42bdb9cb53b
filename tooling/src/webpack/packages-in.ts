import { realpathSync } from 'node:fs';
import type { Module, Stats } from 'webpack';
import { type BundledPackage, packagesOfFiles } from '../licences/bundled-packages.ts';

/** The packages of which a build contains code, styles or fonts. */
export function packagesIn({ compilation }: Stats): BundledPackage[] {
  const { chunkGraph, modules, fileDependencies } = compilation;
  // Modules of styles name neither their files nor the fonts that they use. Workspaces are links in node_modules.
  const styles = [...fileDependencies]
    .filter((file) => /\.(css|woff2?)$/.test(file))
    .map((file) => realpathSync(file));
  const bundled = [...modules].filter((module) => chunkGraph.getNumberOfModuleChunks(module) > 0);
  return packagesOfFiles([...styles, ...bundled.flatMap(filesOf)]);
}

function filesOf(module: Module): string[] {
  // Concatenated modules have their parts in `modules`.
  const { resource, modules = [] } = module as Module & { resource?: string; modules?: Module[] };
  const name = resource ?? module.nameForCondition();
  return [...(name ? [name] : []), ...modules.flatMap(filesOf)];
}
