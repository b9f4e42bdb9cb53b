import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { productCategories, productSorts, productsPerPage } from '@kinmel/contracts';
import { freeStackPorts, type Stack, startStack } from '@kinmel/tooling/stack';
import { type ExaminedQuery, examinedDuring, examinedShare } from '../measure/examined-documents.ts';
import type { Figure } from '../measure/figure.ts';
import { fillProducts } from '../measure/many-products.ts';
import { followSubscribers, ordersOf } from '../measure/orders.ts';
import { type MeasuredShop, measuredShop, withoutLimits } from '../measure/shop.ts';
import { compare, type Load, type Post, type UntilDone } from '../measure/shot.ts';
import { untilIdle } from '../measure/until-idle.ts';
import { coldProducts, prefixes, searches, twoWordQueries, unseen } from './product-reads.ts';
import { spelled } from './slots.ts';

const [small, middle, large] = [1_000, 10_000, 100_000];
const connections = 20;
const durationMs = 2_000;
const pairs = 3;
const [buyers, orderedProducts] = [40, 200];

interface SizedShop {
  readonly size: number;
  readonly shop: MeasuredShop;
  readonly posts: readonly Post[];
}

/** Each query is counted where it is made. */
const countedServices = ['catalog', 'order', 'offer'];

const sortsOfLists = productSorts.filter((sort) => sort !== 'relevance');

/** The product list by category, in every order of the shop. */
const categoryLists = productCategories.flatMap((category) =>
  sortsOfLists.map((sort) => `/api/products?category=${category}&sort=${sort}&limit=${productsPerPage}`),
);

async function startSized(size: number, stateFolder: string): Promise<Stack> {
  const stack = await startStack({
    stateFolder: join(stateFolder, `growth-${size}`),
    ports: await freeStackPorts(),
    seed: { products: small },
    env: withoutLimits,
    fresh: true,
  });
  try {
    await untilIdle(Object.values(stack.pids).flat());
    await fillProducts(stack, size);
    return stack;
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

async function answered(url: string, init: RequestInit = {}): Promise<void> {
  const answer = await fetch(url, init);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
}

/** Every kind of request of rows 1, 2, 3 and 5 some times, none of them answered from what was kept. */
async function askEverything({ shop, posts }: SizedShop): Promise<void> {
  const { gatewayUrl } = shop;
  const words = [...twoWordQueries, ...prefixes].map(encodeURIComponent);
  const reads = [
    ...categoryLists.map((path) => `${path}&${unseen.replace('{n}', '1')}`),
    ...productCategories.flatMap((category) =>
      sortsOfLists.map((sort) => `/api/products/category/${category}?sort=${sort}`),
    ),
    ...(await coldProducts(shop)).slice(-100),
    ...words.map((text) => `/api/products?search=${text}&limit=${productsPerPage}`),
    ...words.map((text) => `/api/products/suggestions?q=${text}`),
  ];
  for (const path of reads) await answered(`${gatewayUrl}${path}`);
  for (const { path, headers, body } of posts.slice(0, buyers))
    await answered(`${gatewayUrl}${path}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body,
    });
}

/** Row 8 (a): how many documents the database looks at for each one it gives. */
async function examined(shops: readonly SizedShop[]): Promise<Figure[]> {
  const bySize = new Map<number, ExaminedQuery[]>();
  for (const sized of shops) {
    const effects = await followSubscribers(sized.shop.mongodbUrl);
    try {
      const queries = await examinedDuring(sized.shop.mongodbUrl, countedServices, async () => {
        await askEverything(sized);
        await effects.untilDone(buyers);
      });
      bySize.set(sized.size, queries);
    } finally {
      await effects.close();
    }
  }
  const all = bySize.get(large) ?? [];
  const scans = all.filter(({ plan }) => plan.includes('COLLSCAN'));
  const worst = (size: number) =>
    (bySize.get(size) ?? []).toSorted((left, right) => examinedShare(right) - examinedShare(left))[0];
  const tell = (query: ExaminedQuery | undefined) =>
    query === undefined || examinedShare(query) <= 1
      ? '1.00'
      : `${examinedShare(query).toFixed(2)} (${query.name})`;
  return [
    {
      row: '8 growth, queries without an index, 100,000 products',
      value: scans.length,
      unit: 'count',
      gate: 0,
      goal: 0,
      isExact: true,
      remark: `${all.length} kinds of query of lists, products, searches, suggestions and orders, noted by the database as they ran${scans.map(({ name }) => `; ${name}`).join('')}`,
    },
    {
      row: '8 growth, documents examined for each returned, 100,000 products',
      value: Math.max(...all.map(examinedShare)),
      unit: 'ratio',
      goal: 1.05,
      isExact: true,
      remark: `the worst kind of query; ${shops.map(({ size }) => `${size}: ${tell(worst(size))}`).join(', ')}`,
    },
  ];
}

const spellings = 8;

/** Beginnings of names, as somebody types them, each in many spellings of its address: none is asked for twice. */
async function coldSuggestions({ gatewayUrl }: MeasuredShop, round: number): Promise<string[]> {
  const answer = await fetch(`${gatewayUrl}/api/products?limit=100`);
  const { data } = (await answer.json()) as { data: { name: string }[] };
  const typed = new Set(
    data.flatMap(({ name }) => Array.from(name, (_, index) => name.slice(0, index + 1).trim())),
  );
  const texts = [...typed].filter((text) => text.length >= 2);
  return Array.from({ length: spellings }, (_, nth) =>
    texts.map(
      (text) => `/api/products/suggestions?q=${spelled(text, round * spellings + nth).replaceAll(' ', '+')}`,
    ),
  ).flat();
}

interface Kind {
  readonly name: string;
  readonly goal: { readonly middle: number; readonly large: number };
  /** Each comparison of a shop is a round and has addresses of its own, so that none asks what another one asked. */
  readonly loadOf: (
    sized: SizedShop,
    round: number,
  ) => Promise<Omit<Load, 'baseUrl' | 'connections' | 'durationMs'>>;
  readonly note?: string;
  readonly isOrder?: true;
  /** The largest shop is compared with that of 10,000 products, because only these two do the same. */
  readonly isOverMiddle?: true;
}

const asIndexed = { middle: 1.05, large: 1.15 };
const asSearched = { middle: 1.5, large: 1.5 };

const kinds: readonly Kind[] = [
  {
    name: 'product list of a category',
    goal: asIndexed,
    loadOf: async () => ({ paths: categoryLists.map((path) => `${path}&${unseen}`) }),
  },
  {
    name: 'product by id',
    goal: asIndexed,
    loadOf: async ({ shop, size }, round) => {
      const spellings = Math.max(1, Math.floor((32 * small) / size));
      const paths = await coldProducts(shop, { from: round * spellings, spellings });
      return { paths, isOneList: true };
    },
    note: 'catalog has 16 MB of cards in memory, which is all 10,000 products and a tenth of 100,000: the others are read from the database',
    isOverMiddle: true,
  },
  { name: 'search', goal: asSearched, loadOf: async () => ({ paths: searches }) },
  {
    name: 'suggestions',
    goal: asSearched,
    loadOf: async ({ shop }, round) => ({ paths: await coldSuggestions(shop, round), isOneList: true }),
  },
  {
    name: 'order placed',
    goal: asIndexed,
    loadOf: async ({ posts }) => ({ paths: [], posts, connections: 8 }),
    isOrder: true,
  },
];

/** Row 8 (b): processor time for an answer of a larger shop over that of one with 1,000 products, which runs beside it. */
async function times(kind: Kind, least: SizedShop, larger: SizedShop): Promise<Figure> {
  const goal = larger.size === large ? kind.goal.large : kind.goal.middle;
  const followed = kind.isOrder
    ? await Promise.all([least, larger].map(({ shop }) => followSubscribers(shop.mongodbUrl)))
    : [];
  try {
    const sideOf = async (sized: SizedShop, effects: { readonly untilDone: UntilDone } | undefined) => ({
      load: {
        connections,
        durationMs,
        ...(await kind.loadOf(sized, larger.size === large ? 1 : 0)),
        baseUrl: sized.shop.gatewayUrl,
      },
      pids: [...sized.shop.serverPids, ...sized.shop.storePids],
      ...(effects === undefined ? {} : { untilDone: effects.untilDone }),
    });
    const { medianRatio, ratios, isNoisy, floorCpuMs, measuredCpuMs } = await compare(
      await sideOf(larger, followed[1]),
      await sideOf(least, followed[0]),
      durationMs,
      pairs,
    );
    const [more, fewer] = [larger, least].map(({ size }) => size.toLocaleString('en'));
    return {
      row: `8 growth, ${kind.name}, ${more} over ${fewer}`,
      value: medianRatio,
      unit: 'ratio',
      goal,
      isExact: false,
      isNoisy,
      remark: `processor time with the database, ${measuredCpuMs.toFixed(3)} and ${floorCpuMs.toFixed(3)} ms, pairs ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}${kind.note ? `; ${kind.note}` : ''}`,
    };
  } finally {
    for (const effects of followed) await effects.close();
  }
}

/**
 * Row 8: three shops side by side that differ in the number of their products, so that each pair of shots is of one moment. A row
 * of its own: a hundred thousand products and three shops are too much for every run.
 */
export async function* growth(stateFolder: string): AsyncGenerator<Figure> {
  const stacks: Stack[] = [];
  try {
    const shops: SizedShop[] = [];
    for (const size of [small, middle, large]) {
      const stack = await startSized(size, stateFolder);
      stacks.push(stack);
      const shop = await measuredShop(stack);
      const posts = await ordersOf(shop, { buyers, products: orderedProducts });
      shops.push({ size, shop, posts });
    }
    for (const { shop } of shops) await untilIdle([...shop.serverPids, ...shop.storePids]);
    yield* await examined(shops);
    const [least, ...others] = shops;
    if (least === undefined) return;
    for (const kind of kinds) {
      for (const larger of others) {
        const isOverMiddle = kind.isOverMiddle && larger.size === large;
        yield await times(kind, isOverMiddle ? (others[0] ?? least) : least, larger);
      }
    }
  } finally {
    for (const stack of stacks) {
      await stack.stop();
      await rm(stack.folders.state, { recursive: true, force: true });
    }
  }
}
