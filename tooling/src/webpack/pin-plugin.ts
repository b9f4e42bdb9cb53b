import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler } from 'webpack';

/**
 * Makes the loader of a build ask the host for the hash of each chunk and stylesheet before it is requested
 * (`kinmelFile`; remotes stand in the registry, the shell's own chunks in its HTML). The hashes are outside of the files, so that no file changes because another
 * did, and a file without one is not loaded.
 */
export class PinPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('PinPlugin', (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'PinPlugin',
        (source) => `${source}\n${pin('script', 'script.src')}`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        'PinPlugin',
        (source, { tag }) => `${source}\n${pin(tag, `${tag}.href`)}`,
      );
    });
  }
}

const pin = (element: string, url: string) =>
  [
    `var file = self.kinmelFile(${url});`,
    `${element}.crossOrigin = 'anonymous';`,
    `${url} = file.url;`,
    `if (file.integrity) ${element}.integrity = file.integrity;`,
  ].join('\n');
