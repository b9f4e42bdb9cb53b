import { join } from 'node:path';
import { readCommandLine, refuseCall, wholeNumberOption } from '@kinmel/tooling/command-line';
import { checkoutFolder, freeStackPorts, type StackOptions, startStack } from '@kinmel/tooling/stack';
import { writeCosts } from './capacity/costs.ts';
import { measureCosts } from './capacity/measure-costs.ts';
import { firstLoad } from './first-load-bytes.ts';
import { type Figure, lineOf } from './measure/figure.ts';
import { untilIdle } from './measure/processes.ts';
import { type MeasuredShop, measuredShop, withoutLimits } from './measure/shop.ts';
import { writePerformancePage } from './performance-page.ts';
import { coldStart, startFromNothing } from './rows/cold-start.ts';
import { firstPaint } from './rows/first-paint.ts';
import { gatewayHop } from './rows/gateway-hop.ts';
import { instances } from './rows/instances.ts';
import { memory } from './rows/memory.ts';
import { overload } from './rows/overload.ts';
import { placeOrder } from './rows/place-order.ts';
import { productReads } from './rows/product-reads.ts';

type Measured = Promise<readonly Figure[]> | AsyncIterable<Figure>;

/** In order of measurement: memory after load, rows that change the shop last. */
const rows: Readonly<Record<string, (shop: MeasuredShop) => Measured>> = {
  'first-load': firstLoad,
  paint: firstPaint,
  reads: productReads,
  hop: gatewayHop,
  orders: placeOrder,
  memory,
  overload,
  'cold-start': coldStart,
};
/** Costs of each part, for `npm run capacity`. */
const costsRow = 'capacity';
/** This row needs a shop with three instances of each service. */
const instancesRow = 'instances';
/** This row needs no running shop. */
const startRow = 'start';

const names = [...Object.keys(rows), costsRow, instancesRow, startRow];

const help = `npm run bench -- [options]

  --products <n>   so many products in the shop that is measured (10000)
  --only <a,b>     only these rows: ${names.join(', ')}
  --write          writes what was measured into docs/performance.md, and of capacity into bench/figures.json

Starts a shop of its own.
`;

const { values } = readCommandLine(help, {
  options: {
    products: { type: 'string', default: '10000' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const rowNames = values.only?.split(',') ?? names;
const unknown = rowNames.filter((name) => !names.includes(name));
if (unknown.length > 0) refuseCall(help, `No such row: ${unknown.join(', ')}`);
const products = wholeNumberOption(help, 'products', values.products, 1);

const isWanted = (row: string) => rowNames.includes(row);
const figures: Figure[] = [];

/** A row that fails on a busy machine is reported and skipped. */
async function measure(row: string, work: () => Measured): Promise<void> {
  if (!isWanted(row)) return;
  try {
    for await (const figure of await work()) {
      figures.push(figure);
      console.log(lineOf(figure));
    }
  } catch (error) {
    console.error(`${row}: not measured.`, error);
    process.exitCode = 1;
  }
}

const options = {
  stateFolder: join(checkoutFolder, '.kinmel', 'bench'),
  ports: await freeStackPorts(),
  seed: { products },
  env: withoutLimits,
};

/** A shop with sample data whose servers are idle. */
async function openShop(more: StackOptions = {}): Promise<MeasuredShop> {
  const stack = await startStack({ ...options, ...more, fresh: true });
  try {
    const shop = await measuredShop(stack);
    // Seeding publishes an event per product; wait until they are handled.
    await untilIdle(shop.serverPids);
    return shop;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

if ([...Object.keys(rows), costsRow].some(isWanted)) {
  const shop = await openShop();
  try {
    for (const [row, work] of Object.entries(rows)) await measure(row, () => work(shop));
    if (isWanted(costsRow)) {
      const costs = await measureCosts(shop);
      console.log(JSON.stringify(costs));
      if (values.write) await writeCosts(costs);
    }
  } finally {
    await shop.stack.stop();
  }
}
await measure(instancesRow, async function* () {
  // Events of more products keep two cores busy for longer than is waited.
  const seed = { products: Math.min(products, 1000) };
  const shop = await openShop({ seed, instances: 3, databaseTestCommands: true });
  try {
    yield* instances(shop);
  } finally {
    await shop.stack.stop();
  }
});
await measure(startRow, () => startFromNothing(options));
if (values.write) await writePerformancePage(figures);
