import type { Figure } from '../measure/figure.ts';
import { record, startFloor } from '../measure/floor.ts';
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
  baseUrl = shop.gatewayUrl,
): Promise<Comparison> {
  const floor = await startFloor(await record(baseUrl, paths));
  try {
    const load = { paths, connections, durationMs };
    return await compare(
      { load: { ...load, baseUrl }, pids: shop.serverPids },
      { load: { ...load, baseUrl: floor.url }, pids: [floor.pid] },
    );
  } finally {
    await floor.stop();
  }
}

const twoWordQueries = [
  'galaxy ultra',
  'iphone pro',
  'pixel black',
  'macbook air',
  'watch sport',
  'buds pro',
  'oneplus 256',
  'xiaomi blue',
];
const prefixes = ['ga', 'iph', 'pix', 'mac', 'wat', 'bud', 'one', 'xia'];

/** Addresses that no cache has seen: the number makes each search its own. */
const uncachedSearches = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const words = index % 2 === 0 ? twoWordQueries : prefixes;
    return `/api/products?search=${encodeURIComponent(words[(index >> 1) % words.length] ?? '')}&limit=24&minPrice=${1 + index}`;
  });

/** Rows 1 to 4: list, product, search and first HTML through the gateway, kept and not kept. */
export async function productReads(shop: MeasuredShop): Promise<Figure[]> {
  const productIds = shop.productIds.slice(0, 200);
  const products = productIds.map((id) => `/api/products/${id}`);
  const coldLists = Array.from(
    { length: 4000 },
    (_, index) => `/api/products?limit=24&minPrice=${index + 1}`,
  );
  return [
    figureOf('1 product list, hot', await againstFloor(shop, ['/api/products?limit=24']), 6, 1.5),
    figureOf('1 product list, cold', await againstFloor(shop, coldLists), 60, 20),
    figureOf('2 product by id, hot', await againstFloor(shop, products), 6, 1.5),
    figureOf('3 search, cold', await againstFloor(shop, uncachedSearches(4000)), 60, 15),
    figureOf('4 first HTML, list page', await againstFloor(shop, ['/smartphone']), 10, 2),
    figureOf(
      '4 first HTML, product page',
      await againstFloor(shop, [`/productdetails?id=${productIds[0] ?? ''}`]),
      10,
      2,
    ),
  ];
}
