import type { Script, ThemeName } from './run-seed.ts';
import { installSimulatedGlobals } from './simulation/simulated-globals.ts';

// Must run before modules are loaded that store references to the clock or timers.
installSimulatedGlobals();
const { openDatabases } = await import('./shop/open-shop.ts');
const { runSeed } = await import('./run-seed.ts');
const { kindsOf, shrink } = await import('./shrink.ts');

/** A seed to explore, or the script of a failed one to shorten. */
export type Work =
  | { readonly seed: number; readonly theme?: ThemeName | undefined }
  | { readonly script: Script; readonly kind: string; readonly attempts: number };

/** The result of a run. */
export type Explored = Awaited<ReturnType<typeof explore>>;

interface DatabaseOptions {
  readonly mongodbUri: string;
  readonly prefix: string;
  readonly folder: string;
}

let databases: Awaited<ReturnType<typeof openDatabases>> | undefined;

async function explore(work: Work) {
  if (databases === undefined) throw new Error('The databases are not open.');
  const openedDatabases = databases;
  const replay = (script: Script) => runSeed(openedDatabases, script);
  const run =
    'seed' in work
      ? await runSeed(openedDatabases, work.seed, work.theme)
      : await shrink(await replay(work.script), work.kind, replay, work.attempts);
  const { script, story, findings } = run;
  return {
    script,
    story: trimStory(story),
    kinds: kindsOf(run),
    pairs: [...run.pairs],
    offences: findings.flatMap(({ id, offences }) => offences.map(({ text }) => `${id} ${text}`)),
    /** The kind of offence whose script was shortened. */
    shortened: 'kind' in work ? work.kind : undefined,
  };
}

/** Removes announcements whose outcome is on the next line. */
const trimStory = (story: readonly string[]) =>
  story.filter((line, index) => !(story[index + 1] ?? '').startsWith(`    ${line} →`));

process.on('message', (message: Work | DatabaseOptions) => {
  void (async () => {
    if ('mongodbUri' in message) {
      databases = await openDatabases(message.mongodbUri, message.prefix, message.folder);
      process.send?.('ready');
    } else process.send?.(await explore(message));
  })();
});
process.on('disconnect', () => void databases?.drop());
