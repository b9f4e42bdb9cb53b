import { join } from 'node:path';
import { readCommandLine, refuseCall, wholeNumberOption } from '@kinmel/tooling/command-line';
import { checkoutFolder, freeStackPorts, type Stack, startStack } from '@kinmel/tooling/stack';
import { type Figure, lineOf } from './measure/figure.ts';
import type { MeasuredShop } from './measure/shop.ts';
import { untilIdle } from './measure/until-idle.ts';
import { writePerformancePage } from './performance-page.ts';
import { backOfficeList } from './rows/back-office-list.ts';
import { build } from './rows/build.ts';
import { coldStart } from './rows/cold-start.ts';
import { csv } from './rows/csv.ts';
import { fanOut } from './rows/fan-out.ts';
import { firstLoad } from './rows/first-load.ts';
import { firstPaint } from './rows/first-paint.ts';
import { gatewayHop } from './rows/gateway-hop.ts';
import { hydration } from './rows/hydration.ts';
import { interaction } from './rows/interaction.ts';
import { login } from './rows/login.ts';
import { memory } from './rows/memory.ts';
import { notYet } from './rows/not-yet.ts';
import { placeOrder } from './rows/place-order.ts';
import { productReads } from './rows/product-reads.ts';
import { registeredRemotes } from './rows/registered-remotes.ts';
import { slots } from './rows/slots.ts';
import { stages } from './rows/stages.ts';
import { startFromNothing } from './rows/start-from-nothing.ts';
import { tokenCheck } from './rows/token-check.ts';
import { usedRemotes } from './rows/used-remotes.ts';

const rows = [
  'first-load',
  'stages',
  'paint',
  'hydration',
  'reads',
  'slots',
  'hop',
  'interaction',
  'back-office',
  'csv',
  'login',
  'orders',
  'fan-out',
  'memory',
  'remotes',
  'cold-start',
  'start',
  'token',
  'build',
] as const;
type Row = (typeof rows)[number];

const help = `npm run bench -- [options]

  --products <n>   so many products in the shop that is measured (10000)
  --only <a,b>     only these rows: ${rows.join(', ')}
  --write          writes docs/performance.md; not with --only

Starts a shop of its own and takes about ten minutes.
`;

const { values } = readCommandLine(help, {
  options: {
    products: { type: 'string', default: '10000' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const only = values.only?.split(',');
const unknown = only?.filter((name) => !rows.some((row) => row === name)) ?? [];
if (unknown.length > 0) refuseCall(help, `No such row: ${unknown.join(', ')}`);
if (only !== undefined && values.write)
  refuseCall(help, 'The page holds all rows: --write goes without --only.');
const products = wholeNumberOption(help, 'products', values.products, 1);
const isWanted = (row: Row) => only === undefined || only.includes(row);

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

/** A row that a busy machine does not let finish is left out and named; it does not take the others with it. */
async function measure(row: Row, work: () => Promise<readonly Figure[]>): Promise<void> {
  if (!isWanted(row)) return;
  try {
    show(...(await work()));
  } catch (error) {
    console.error(`${row}: not measured.`, error);
    process.exitCode = 1;
  }
}

const stateFolder = join(checkoutFolder, '.kinmel', 'bench');
const options = {
  stateFolder,
  ports: await freeStackPorts(),
  seed: { products },
  env: {
    // The limits protect a shop from strangers; here the client is one address on purpose.
    GATEWAY_READS_PER_MINUTE: '100000000',
    GATEWAY_WRITES_PER_MINUTE: '100000000',
    SIGNUPS_PER_HOUR: '1000000',
    ORDERS_PER_HOUR: '100000000',
    ORDER_MAX_OPEN_ORDERS: '100000000',
    ORDER_MAX_OPEN_PIECES: '100000000',
    LOG_LEVEL: 'warn',
  },
};
const stack = await startStack({ ...options, fresh: true });
try {
  const pidsOf = (part: string) => stack.pids[part] ?? [];
  const shop: MeasuredShop = {
    gatewayUrl: `http://127.0.0.1:${stack.ports.gateway}`,
    catalogUrl: stack.urls.services['catalog'] ?? '',
    authUrl: stack.urls.services['auth'] ?? '',
    customer: stack.people.customer,
    admin: stack.people.admin,
    serverPids: ['gateway', 'render', ...Object.keys(stack.urls.services)].flatMap(pidsOf),
    gatewayPids: pidsOf('gateway'),
    authPids: pidsOf('auth'),
    storePids: ['database', 'broker'].flatMap(pidsOf),
    productIds: await productIdsOf(stack),
    mongodbUrl: stack.urls.mongodb,
    amqpUrl: stack.urls.amqp,
    dataFolder: stack.folders.data,
  };
  // Ten thousand new products are as many events: what they cost is not what reads cost.
  await untilIdle(shop.serverPids);
  await measure('first-load', () => firstLoad(shop));
  await measure('stages', () => stages(shop));
  await measure('paint', () => firstPaint(shop));
  await measure('hydration', () => hydration(shop));
  await measure('reads', () => productReads(shop));
  await measure('slots', () => slots(shop));
  await measure('hop', () => gatewayHop(shop));
  await measure('interaction', () => interaction(shop));
  await measure('back-office', () => backOfficeList(shop));
  await measure('csv', async () => [await csv(shop)]);
  await measure('login', () => login(shop));
  await measure('orders', () => placeOrder(shop));
  await measure('fan-out', () => fanOut(shop));
  await measure('memory', async () => [await memory(shop)]);
  await measure('remotes', async () => [await registeredRemotes(stack), ...(await usedRemotes(stack))]);
  await measure('cold-start', async () => [await coldStart(stack)]);
} finally {
  await stack.stop();
}
await measure('start', async () => [await startFromNothing(options)]);
await measure('token', async () => [await tokenCheck()]);
await measure('build', build);
if (only === undefined) for (const { row, says } of notYet) console.log(`${row}: not yet (${says})`);
if (values.write) await writePerformancePage(figures, products);
