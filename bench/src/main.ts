import { join } from 'node:path';
import { readCommandLine, refuseCall, wholeNumberOption } from '@kinmel/tooling/command-line';
import { checkoutFolder, freeStackPorts, startStack } from '@kinmel/tooling/stack';
import { type Figure, lineOf } from './measure/figure.ts';
import { measuredShop, withoutLimits } from './measure/shop.ts';
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
import { growth } from './rows/growth.ts';
import { hydration } from './rows/hydration.ts';
import { instances } from './rows/instances.ts';
import { interaction } from './rows/interaction.ts';
import { login } from './rows/login.ts';
import { memory } from './rows/memory.ts';
import { overload } from './rows/overload.ts';
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
  'overload',
  'remotes',
  'cold-start',
  'start',
  'token',
  'build',
] as const;
/** Each starts shops of its own and takes minutes: measured when it is named. */
const rowsByName = ['growth', 'instances'] as const;
type Row = (typeof rows)[number] | (typeof rowsByName)[number];

const help = `npm run bench -- [options]

  --products <n>   so many products in the shop that is measured (10000)
  --only <a,b>     only these rows: ${rows.join(', ')};
                   and, by name alone: ${rowsByName.join(', ')}
  --write          writes what was measured into docs/performance.md

Starts a shop of its own and takes about eleven minutes.
`;

const { values } = readCommandLine(help, {
  options: {
    products: { type: 'string', default: '10000' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const only = values.only?.split(',');
const unknown = only?.filter((name) => ![...rows, ...rowsByName].some((row) => row === name)) ?? [];
if (unknown.length > 0) refuseCall(help, `No such row: ${unknown.join(', ')}`);
const products = wholeNumberOption(help, 'products', values.products, 1);
const isWanted = (row: Row) => (only === undefined ? rows.some((name) => name === row) : only.includes(row));

const figures: Figure[] = [];
const show = (...added: Figure[]) => {
  figures.push(...added);
  for (const figure of added) console.log(lineOf(figure));
};

/** A row that a busy machine does not let finish is left out and named; it does not take the others with it. */
async function measure(
  row: Row,
  work: () => Promise<readonly Figure[]> | AsyncIterable<Figure>,
): Promise<void> {
  if (!isWanted(row)) return;
  try {
    // A long row gives its figures one by one: what is measured is not lost by what fails after it.
    const measured = work();
    if (measured instanceof Promise) show(...(await measured));
    else for await (const figure of measured) show(figure);
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
  env: withoutLimits,
};
async function measureOneShop(): Promise<void> {
  const stack = await startStack({ ...options, fresh: true });
  try {
    const shop = await measuredShop(stack);
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
    await measure('overload', () => overload(shop));
    await measure('remotes', async () => [await registeredRemotes(stack), ...(await usedRemotes(stack))]);
    await measure('cold-start', async () => [await coldStart(stack)]);
  } finally {
    await stack.stop();
  }
}

if (rows.some(isWanted)) await measureOneShop();
await measure('start', async () => [await startFromNothing(options)]);
await measure('token', async () => [await tokenCheck()]);
await measure('build', build);
await measure('growth', () => growth(stateFolder));
await measure('instances', () => instances(stateFolder));
if (values.write) await writePerformancePage(figures, products);
