import { mkdtempSync } from 'node:fs';
import { installSimulatedGlobals } from './simulation/simulated-globals.ts';
installSimulatedGlobals();
const { startDatabase } = await import('../launcher/servers/database.ts');
const { openDatabases } = await import('./shop/open-shop.ts');
const { runSeed } = await import('./run-seed.ts');
const folder = mkdtempSync('/dev/shm/explore-');
const db = await startDatabase({
  port: 27555,
  dataFolder: folder + '/db',
  toolsFolder: '.kinmel/tools',
  logFile: folder + '/log',
});
try {
  const databases = await openDatabases(db.uri, 'explore', folder);
  const [from, to] = process.argv.slice(2).map(Number);
  for (let seed = from!; seed < to!; seed++) {
    const t0 = performance.now();
    const run = await runSeed(databases, seed);
    console.log(
      seed,
      Math.round(performance.now() - t0),
      'ms',
      run.operations,
      JSON.stringify(run.script.disturbance),
      run.findings.map((f) => f.id).join(),
    );
    if (process.env.OPS) {
      console.log(
        [...(await import('./simulation/database-gate.ts')).counts].sort((a, b) => b[1] - a[1]).slice(0, 25),
      );
    }
    if (process.env.MAILS) for (const m of (run as any).mails) console.log(m.subject, '|', m.text);
    if (process.env.DB)
      for (const [d, c] of process.env.DB.split(',').map((x) => x.split('.')))
        console.log(
          JSON.stringify(
            await databases.client
              .db('explore_' + d)
              .collection(c!)
              .find()
              .toArray(),
            null,
            1,
          ),
        );
    if (process.env.STORY)
      console.log(
        run.story.join('\n'),
        run.problems.slice(0, 5).map((p) => p.slice(0, 1200)),
        JSON.stringify(
          run.findings.map((f) => [f.id, f.sentence, ...f.offences.map((o) => o.text)]),
          null,
          1,
        ),
      );
  }
  await databases.close();
} finally {
  await db.stop();
}
