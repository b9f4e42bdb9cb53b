import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutFolder, freeStackPorts, type Stack, startStack } from '@kinmel/tooling/stack';
import { type Figure, lineOf } from './measure/figure.ts';
import type { MeasuredShop } from './measure/shop.ts';
import { untilIdle } from './measure/until-idle.ts';
import { writePerformancePage } from './performance-page.ts';
import { build } from './rows/build.ts';
import { coldStart } from './rows/cold-start.ts';
import { firstLoad } from './rows/first-load.ts';
import { gatewayHop } from './rows/gateway-hop.ts';
import { memory } from './rows/memory.ts';
import { productReads } from './rows/product-reads.ts';
import { registeredRemotes } from './rows/registered-remotes.ts';
import { tokenCheck } from './rows/token-check.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '10000' },
    /** Names of rows, with commas between: `--only reads,memory`. */
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const only = values.only?.split(',');
if (only !== undefined && values.write)
  throw new Error('The page holds all rows: --write goes without --only.');
const isWanted = (row: string) => only === undefined || only.includes(row);

async function productIdsOf(stack: Stack): Promise<string[]> {
  const pages = await Promise.all(
    [1, 2].map(async (page) => {
      const answer = await fetch(`${stack.urls.shop}/api/products?limit=100&page=${page}`);
      return ((await answer.json()) as { data: { id: string }[] }).data;
    }),
  );
  return pages.flat().map((product) => product.id);
}

const figures: Figure[] = [];
const show = (...added: Figure[]) => {
  figures.push(...added);
  for (const figure of added) console.log(lineOf(figure));
};

const stack = await startStack({
  stateFolder: join(checkoutFolder, '.kinmel', 'bench'),
  ports: await freeStackPorts(),
  fresh: true,
  seed: { products: Number(values.products) },
  env: {
    // The limits protect a shop from strangers; here the client is one address on purpose.
    GATEWAY_READS_PER_MINUTE: '100000000',
    GATEWAY_WRITES_PER_MINUTE: '100000000',
    LOG_LEVEL: 'warn',
  },
});
try {
  const pidsOf = (part: string) => stack.pids[part] ?? [];
  const shop: MeasuredShop = {
    gatewayUrl: `http://127.0.0.1:${stack.ports.gateway}`,
    catalogUrl: stack.urls.services['catalog'] ?? '',
    serverPids: ['gateway', ...Object.keys(stack.urls.services)].flatMap(pidsOf),
    storePids: ['database', 'broker'].flatMap(pidsOf),
    productIds: await productIdsOf(stack),
  };
  // Ten thousand new products are as many events: what they cost is not what reads cost.
  await untilIdle(shop.serverPids);
  if (isWanted('first-load')) show(...(await firstLoad(shop)));
  if (isWanted('reads')) show(...(await productReads(shop)));
  if (isWanted('hop')) show(await gatewayHop(shop));
  if (isWanted('memory')) show(await memory(shop));
  if (isWanted('remotes')) show(await registeredRemotes(stack));
  if (isWanted('cold-start')) show(await coldStart(stack));
} finally {
  await stack.stop();
}
show(await tokenCheck());
if (isWanted('build')) show(...(await build()));
if (values.write) await writePerformancePage(figures, Number(values.products));
