import webpack, { type Compiler } from 'webpack';

/** Start file of the federation plugin; its name is a hash of paths. */
const federationEntry = /\/\.federation\/entry\.[0-9a-f]+\.js$/;
const entryInText = /\.federation\/entry\.[0-9a-f]+\.js/g;

/** Modules whose identifiers contain the path of the checkout, from which webpack would derive ids. */
const fixedIds: readonly [name: RegExp, id: number][] = [
  [/^webpack\/container\/entry\//, 1],
  [federationEntry, 2],
];

/**
 * Gives these modules fixed ids and removes path hashes from webpack's comments: the minimizer chooses variable names
 * by letter frequency, which includes comments. A build then has the same bytes and version in every folder.
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
          const matches = file.endsWith('.js') ? [...String(source.source()).matchAll(entryInText)] : [];
          if (matches.length === 0) continue;
          const replacedSource = new webpack.sources.ReplaceSource(source);
          for (const { index, 0: text } of matches)
            replacedSource.replace(index, index + text.length - 1, '.federation/entry.js');
          compilation.updateAsset(file, replacedSource);
        }
      });
    });
  }
}
