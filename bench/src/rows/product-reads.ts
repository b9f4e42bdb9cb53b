import { productsPerPage } from '@kinmel/contracts';
import { type Figure, formatValues } from '../measure/figure.ts';
import { type RecordedAnswer, startRecorded } from '../measure/floor.ts';
import { compare } from '../measure/load.ts';
import { type MeasuredShop, withDatabase } from '../measure/shop.ts';

const recordedHeaders = ['content-type', 'content-encoding', 'etag', 'cache-control'];

/** Records the compressed bytes, which `fetch` would decompress. */
async function recordAnswer(baseUrl: string, path: string): Promise<RecordedAnswer> {
  const { request } = await import('node:http');
  return new Promise((resolve, reject) => {
    request(`${baseUrl}${path}`, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`${path} answered ${answer.statusCode}`));
        const headers = Object.entries(answer.headers).filter(([name]) => recordedHeaders.includes(name));
        resolve({
          path,
          headers: Object.fromEntries(headers) as Record<string, string>,
          body: Buffer.concat(chunks).toString('base64'),
        });
      });
    })
      .on('error', reject)
      .end();
  });
}

const searchTexts =
  'galaxy ultra,iphone pro,pixel black,macbook air,watch sport,buds pro,oneplus 256,xiaomi blue,ga,iph,pix,mac,wat,bud,one,xia'.split(
    ',',
  );

/** A price above every product's: makes the URL unique without changing the result. */
export const uncachedFilter = 'maxPrice=9{n}';

/** All products, more than fit into the cache of catalog. */
const allProducts = (shop: MeasuredShop): Promise<string[]> =>
  withDatabase(shop, async (databaseOf) => {
    const ids = await databaseOf('catalog').collection('products').distinct('_id', { deletedAt: null });
    return ids.map((id) => `/api/products/${String(id)}`);
  });

/** Rows 1 to 4: list, product, search and first HTML through the gateway, over a server that answers the same bytes. */
export async function* productReads(shop: MeasuredShop): AsyncGenerator<Figure> {
  const baseUrl = shop.gatewayUrl;
  const list = `/api/products?limit=${productsPerPage}`;
  const reads: { row: string; paths: readonly string[]; gate?: number; goal?: number }[] = [
    { row: '1 product list, hot', paths: [list], gate: 6, goal: 1.5 },
    { row: '1 product list, cold', paths: [`${list}&${uncachedFilter}`] },
    { row: '2 product by id, hot', paths: [`/api/products/${shop.productIds[0]}`], gate: 6, goal: 1.5 },
    { row: '2 product by id, cold', paths: await allProducts(shop) },
    {
      row: '3 search, cold',
      paths: searchTexts.map((text) => `${list}&search=${encodeURIComponent(text)}&${uncachedFilter}`),
      goal: 100,
    },
    { row: '4 first HTML, list page', paths: ['/smartphone'], gate: 10, goal: 2 },
    {
      row: '4 first HTML, product page',
      paths: [`/productdetails?id=${shop.productIds[0]}`],
      gate: 10,
      goal: 2,
    },
  ];
  for (const { paths, ...row } of reads) {
    const floor = await startRecorded([await recordAnswer(baseUrl, (paths[0] ?? '').replace('{n}', '1'))]);
    try {
      const load = { paths, connections: 50, durationMs: 4000 };
      const { ratios, medianRatio, floorCpuMs, isNoisy, measured } = await compare(
        { load: { ...load, urls: [baseUrl] }, pids: shop.serverPids },
        { load: { ...load, urls: [floor.url] }, pids: [floor.pid] },
      );
      const p99 = measured.map(({ p99Ms }) => p99Ms);
      yield {
        ...row,
        value: medianRatio,
        unit: 'times the floor',
        isNoisy,
        remark: `floor ${floorCpuMs.toFixed(4)} ms, pairs ${formatValues(ratios)}, p99 ${formatValues(p99, 0)} ms`,
      };
    } finally {
      await floor.stop();
    }
  }
}
