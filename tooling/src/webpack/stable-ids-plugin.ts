import type { Compiler } from 'webpack';

/** The start file that the federation plugin writes; its name is a hash of paths. */
const federationEntry = /\/\.federation\/entry\.[0-9a-f]+\.js$/;

/** The names of modules whose identifiers hold the path of the checkout; webpack would make their ids of it. */
const fixedIds: readonly [name: RegExp, id: number][] = [
  [/^webpack\/container\/entry\//, 1],
  [federationEntry, 2],
];

/** Gives these modules the same ids in whatever folder a build runs, so that it has the same bytes and the same version. */
export class StableIdsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('StableIdsPlugin', (compilation) => {
      compilation.hooks.moduleIds.tap({ name: 'StableIdsPlugin', stage: -1 }, (modules) => {
        for (const module of modules) {
          const name = module.libIdent({ context: compiler.context }) ?? '';
          const [, id] = fixedIds.find(([pattern]) => pattern.test(name)) ?? [];
          if (id !== undefined) compilation.chunkGraph.setModuleId(module, id);
        }
      });
    });
  }
}
