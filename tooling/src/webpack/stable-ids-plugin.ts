import webpack, { type Compiler } from 'webpack';

/** The start file that the federation plugin writes; its name is a hash of paths. */
const federationEntry = /\/\.federation\/entry\.[0-9a-f]+\.js$/;
const entryInText = /\.federation\/entry\.[0-9a-f]+\.js/g;

/** The names of modules whose identifiers hold the path of the checkout; webpack would make their ids of it. */
const fixedIds: readonly [name: RegExp, id: number][] = [
  [/^webpack\/container\/entry\//, 1],
  [federationEntry, 2],
];

/**
 * Gives these modules the same ids in whatever folder a build runs, and takes the hash out of the comment that webpack writes above them: the
 * minimizer gives variables the letters that are common in a file, comments counted. So the build has the same bytes and the same version.
 */
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
      const beforeMinimizer = webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE - 1;
      compilation.hooks.processAssets.tap({ name: 'StableIdsPlugin', stage: beforeMinimizer }, (assets) => {
        for (const [file, source] of Object.entries(assets)) {
          const found = file.endsWith('.js') ? [...String(source.source()).matchAll(entryInText)] : [];
          if (found.length === 0) continue;
          const stable = new webpack.sources.ReplaceSource(source);
          for (const { index, 0: text } of found)
            stable.replace(index, index + text.length - 1, '.federation/entry.js');
          compilation.updateAsset(file, stable);
        }
      });
    });
  }
}
