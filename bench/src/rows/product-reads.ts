import { productsPerPage } from '@kinmel/contracts';
import { mongo } from 'mongoose';
import type { Figure } from '../measure/figure.ts';
import { record, startFloor } from '../measure/floor/floor.ts';
import { databaseOf } from '../measure/orders.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { type Comparison, compare } from '../measure/shot.ts';

const connections = 50;
const durationMs = 4000;

const figureOf = (row: string, comparison: Comparison, gate: number, goal: number): Figure => ({
  row,
  value: comparison.medianRatio,
  unit: 'times the floor',
  gate,
  goal,
  isExact: false,
  isNoisy: comparison.isNoisy,
  remark: `floor ${comparison.floorCpuMs.toFixed(4)} ms, pairs ${comparison.ratios.map((ratio) => ratio.toFixed(2)).join(' ')}, p99 ${comparison.measured.map((shot) => shot.p99Ms).join(' ')} ms`,
});

/** Measures the given public addresses of the shop against the floor that answers the same bytes. */
async function againstFloor(
  shop: MeasuredShop,
  paths: readonly string[],
  { isOneList = false }: { readonly isOneList?: boolean } = {},
): Promise<Comparison> {
  const baseUrl = shop.gatewayUrl;
  // The floor answers what it does not know with what it knows.
  const isOneAnswer = isOneList || paths.some((path) => path.includes('{n}'));
  const sample = isOneAnswer ? paths.slice(0, 1) : paths;
  const recorded = await record(
    baseUrl,
    sample.map((path) => path.replace('{n}', '1')),
  );
  const floor = await startFloor(recorded);
  try {
    const load = { paths, isOneList, connections, durationMs };
    return await compare(
      { load: { ...load, baseUrl }, pids: shop.serverPids },
      { load: { ...load, baseUrl: floor.url }, pids: [floor.pid] },
    );
  } finally {
    await floor.stop();
  }
}

export const twoWordQueries = [
  'galaxy ultra',
  'iphone pro',
  'pixel black',
  'macbook air',
  'watch sport',
  'buds pro',
  'oneplus 256',
  'xiaomi blue',
];
export const prefixes = ['ga', 'iph', 'pix', 'mac', 'wat', 'bud', 'one', 'xia'];

/** A price above every product's, so that the number makes an address new and changes nothing else. */
export const unseen = 'maxPrice=9{n}';

/** Half two words, half a beginning; no answer was kept. */
export const searches = [...twoWordQueries, ...prefixes].map(
  (words) => `/api/products?search=${encodeURIComponent(words)}&limit=${productsPerPage}&${unseen}`,
);

/** The nth spelling of an id: its letters stand for hexadecimal digits, which have two cases. */
function spelledId(id: string, nth: number): string {
  let letter = 0;
  return id.replace(/[a-f]/g, (digit) => ((nth >> letter++) & 1 ? digit.toUpperCase() : digit));
}

/**
 * All products, each at as many addresses as asked for: more products than the catalog keeps, and more addresses than are asked
 * for, so that nothing of an answer is left when its product is asked for again.
 */
export async function coldProducts(
  { mongodbUrl }: MeasuredShop,
  { from = 0, spellings = 2 }: { readonly from?: number; readonly spellings?: number } = {},
): Promise<string[]> {
  const client = new mongo.MongoClient(mongodbUrl);
  try {
    const products = client.db(databaseOf('catalog')).collection('products');
    const ids = (await products.distinct('_id', { deletedAt: null })).map(String);
    return Array.from({ length: spellings }, (_, nth) =>
      ids.map((id) => `/api/products/${spelledId(id, from + nth)}`),
    ).flat();
  } finally {
    await client.close();
  }
}

/** Rows 1 to 4: list, product, search and first HTML through the gateway, kept and not kept. */
export async function productReads(shop: MeasuredShop): Promise<Figure[]> {
  const productIds = shop.productIds.slice(0, 200);
  const products = productIds.map((id) => `/api/products/${id}`);
  const coldLists = [`/api/products?limit=${productsPerPage}&${unseen}`];
  return [
    figureOf(
      '1 product list, hot',
      await againstFloor(shop, [`/api/products?limit=${productsPerPage}`]),
      6,
      1.5,
    ),
    figureOf('1 product list, cold', await againstFloor(shop, coldLists), 60, 20),
    figureOf('2 product by id, hot', await againstFloor(shop, products), 6, 1.5),
    figureOf(
      '2 product by id, cold',
      await againstFloor(shop, await coldProducts(shop), { isOneList: true }),
      45,
      14,
    ),
    figureOf('3 search, cold', await againstFloor(shop, searches), 60, 15),
    figureOf('4 first HTML, list page', await againstFloor(shop, ['/smartphone']), 10, 2),
    figureOf(
      '4 first HTML, product page',
      await againstFloor(shop, [`/productdetails?id=${productIds[0] ?? ''}`]),
      10,
      2,
    ),
  ];
}
