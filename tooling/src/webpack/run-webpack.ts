import { promisify } from 'node:util';
import webpack, { type Configuration, type Stats } from 'webpack';

/** A failed build; its message is webpack's output. */
class WebpackError extends Error {
  override name = 'WebpackError';
}

const explain = (stats: Stats) => stats.toString({ all: false, errors: true, warnings: true, colors: false });

/** Builds once. Warnings are errors: a federation warning means an empty page. */
export async function runWebpack(config: Configuration): Promise<Stats> {
  const compiler = webpack(config);
  if (!compiler) throw new WebpackError('The configuration makes no compiler');
  const stats = await promisify(compiler.run.bind(compiler))();
  await promisify(compiler.close.bind(compiler))();
  if (!stats) throw new WebpackError('The build gave no result');
  if (stats.hasErrors() || stats.hasWarnings()) throw new WebpackError(explain(stats));
  return stats;
}
