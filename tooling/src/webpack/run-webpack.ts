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
  const stats = await new Promise<Stats>((resolve, reject) => {
    compiler.run((error, result) => {
      if (error || !result) reject(error ?? new WebpackError('The build gave no result'));
      else resolve(result);
    });
  });
  await new Promise<void>((resolve, reject) => {
    compiler.close((error) => (error ? reject(error) : resolve()));
  });
  if (stats.hasErrors() || stats.hasWarnings()) throw new WebpackError(explain(stats));
  return stats;
}
