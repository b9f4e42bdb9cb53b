import type { Module, Stats } from 'webpack';
import { type BundledPackage, packagesOfFiles } from '../licences/bundled-packages.ts';

/** The packages of which a build contains code, styles or fonts. */
export function packagesIn({ compilation: { chunkGraph, modules } }: Stats): BundledPackage[] {
  const bundled = [...modules].filter((module) => chunkGraph.getNumberOfModuleChunks(module) > 0);
  return packagesOfFiles(bundled.flatMap(filesOf));
}

function filesOf(module: Module): string[] {
  // Concatenated modules have their parts in `modules`.
  const { resource, modules = [] } = module as Module & { resource?: string; modules?: Module[] };
  const name = resource ?? module.nameForCondition();
  return [...(name ? [name] : []), ...modules.flatMap(filesOf)];
}
