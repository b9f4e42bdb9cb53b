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

/**
 * Builds after every change until the returned function is called. A failed build is passed to the listener, and the
 * next change builds again.
 * @param publish makes a version of the build; calls do not overlap
 */
export function watchWebpack<Published>(
  config: Configuration,
  publish: (stats: Stats) => Promise<Published>,
  listener: (result: Published | { error: Error }) => void,
): () => Promise<void> {
  const compiler = webpack(config);
  if (!compiler) throw new WebpackError('The configuration makes no compiler');
  let queue = Promise.resolve();
  const watching = compiler.watch({ aggregateTimeout: 50 }, (error, stats) => {
    if (error || !stats) listener({ error: error ?? new WebpackError('The build gave no result') });
    else if (stats.hasErrors()) listener({ error: new WebpackError(explain(stats)) });
    else
      queue = queue
        .then(async () => listener(await publish(stats)))
        .catch((reason: unknown) =>
          listener({ error: reason instanceof Error ? reason : new Error(String(reason)) }),
        );
  });
  return () =>
    new Promise((resolve) => {
      if (!watching) return resolve();
      watching.close(() => compiler.close(() => resolve()));
    });
}
