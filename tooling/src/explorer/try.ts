import { mkdtempSync } from 'node:fs';
import { installSimulatedGlobals } from './simulation/simulated-globals.ts';
installSimulatedGlobals();
const { startDatabase } = await import('../launcher/servers/database.ts');
const { openDatabases, openShop, tokenOf } = await import('./shop/open-shop.ts');
const { Simulation, asProcess } = await import('./simulation/simulation.ts');
const folder = mkdtempSync('/dev/shm/explore-');
const db = await startDatabase({ port: 27555, dataFolder: folder + '/db', toolsFolder: '.kinmel/tools', logFile: folder + '/log' });
try {
  const databases = await openDatabases(db.uri, 'explore', folder);
  for (const seed of [1, 2, 3]) {
    const t0 = performance.now();
    const sim = new Simulation(seed, Date.parse('2026-11-23T06:00:00Z'));
    await databases.empty();
    const shop = await openShop(databases, sim);
    const t1 = performance.now();
    console.log('opened', t1 - t0, sim.operations);
    const body = { name: 'Galaxy S26', brand: 'Samsung', description: 'A product.', price: 1000, category: 'smartphone', stock: 10, inStock: true, image: '', specs: {} };
    let answer: unknown;
    void asProcess(shop.people, () => shop.ask('catalog', { method: 'POST', path: '/api/products', headers: { authorization: 'Bearer ' + tokenOf('admin', 'a'.repeat(24)) }, body })).then((a) => { answer = a; });
    await sim.untilQuiet();
    console.log(answer);
    console.log(JSON.stringify(sim.dump()).slice(0,1500)); await sim.pass(5000);
    console.log('passed', performance.now() - t1, sim.operations, shop.bus.published.map((e) => e.type), shop.problems.slice(0, 3));
    await sim.pass(11 * 60_000);
    console.log('passed', performance.now() - t1, sim.operations);
    shop.close();
  }
  await databases.close();
} finally { await db.stop(); }
