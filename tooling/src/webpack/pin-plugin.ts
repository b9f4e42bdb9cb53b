import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler } from 'webpack';

/**
 * Makes the chunk loader ask the host for the integrity hash of each chunk and stylesheet (`kinmelFile`; from the
 * registry or the shell's HTML). Hashes are not in the files, so that a file changes only with its own content. A file
 * without a hash is not loaded.
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
