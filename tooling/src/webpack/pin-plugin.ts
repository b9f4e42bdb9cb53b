import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import webpack, { type Compiler } from 'webpack';

/**
 * Makes a remote's own loader ask the host for the hash of each chunk and stylesheet before it is requested
 * (`kinmelPin`, from the registry). The hashes are outside of the files, so that no file changes because another
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
    `${element}.crossOrigin = 'anonymous';`,
    `var pin = self.kinmelPin(${url});`,
    `if (pin) ${element}.integrity = pin;`,
  ].join('\n');
