import webpack, { type Configuration, type Stats } from 'webpack';

/** A build that failed; its message is what webpack has to say, ready to be printed. */
export class WebpackError extends Error {
  override name = 'WebpackError';
}

const explain = (stats: Stats) => stats.toString({ all: false, errors: true, warnings: true, colors: false });

/** Builds once. Warnings count as errors: a federation warning is a page that stays empty. */
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

/** Builds after every change until the returned function is called. A broken build is reported, and mended by the next change. */
export function watchWebpack(
  config: Configuration,
  listener: (result: { stats: Stats } | { error: Error }) => void,
): () => Promise<void> {
  const compiler = webpack(config);
  if (!compiler) throw new WebpackError('The configuration makes no compiler');
  const watching = compiler.watch({ aggregateTimeout: 50 }, (error, stats) => {
    if (error || !stats) listener({ error: error ?? new WebpackError('The build gave no result') });
    else if (stats.hasErrors()) listener({ error: new WebpackError(explain(stats)) });
    else listener({ stats });
  });
  return () =>
    new Promise((resolve) => {
      if (!watching) return resolve();
      watching.close(() => compiler.close(() => resolve()));
    });
}
