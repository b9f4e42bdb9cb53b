import { createOffer, createProduct, dayMs } from '@kinmel/contracts';
import { judgeBooks, type PiecesOfProducts, readerOf } from '../check-books/index.ts';
import { mina, promoCode } from './actors/people.ts';
import { begin, calls, prepare, type RecordKind, recordsOf, type Step } from './actors/step.ts';
import { stepOf, steps } from './actors/steps.ts';
import { readView } from './actors/view.ts';
import { type Databases, openShop, type ServiceName, type Shop, serviceNames } from './shop/open-shop.ts';
import { createRandom, type Random } from './simulation/random.ts';
import { calm, type Disturbance, Simulation } from './simulation/simulation.ts';

/** One external event. The list of them and the seed determine the whole run. */
export type Entry =
  | {
      readonly kind: 'act';
      readonly step: string;
      readonly index: number;
      readonly variant: number;
      /** Ids in the record, in the run from which this entry comes. */
      readonly touched?: readonly string[];
    }
  | { readonly kind: 'advance'; readonly times: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'restart'; readonly service: ServiceName };

export interface Script {
  readonly seed: number;
  readonly disturbance: Disturbance;
  readonly entries: readonly Entry[];
}

export type Run = Awaited<ReturnType<typeof runSeed>>;

/** A working day, far enough in the future that TTL indexes, which use the real clock, delete nothing. */
const startMs = Date.parse('2031-11-24T06:00:00Z');
const minuteMs = 60_000;

/**
 * Within these pauses lost events are found and resent: the reconciler checks every minute the events that were sent more
 * than a minute ago, and takes over from a stopped instance after two minutes.
 */
const reconcilePausesMs = [2_000, 130_000, 130_000] as const;

/** Runs the reconciler before a jump of the clock, which would skip its runs. Resent events are not lost again. */
async function reconcile(simulation: Simulation): Promise<void> {
  if (!simulation.mayLoseEvents) return;
  const { disturbance } = simulation;
  simulation.disturbance = calm;
  for (const ms of reconcilePausesMs) await simulation.pass(ms);
  simulation.disturbance = disturbance;
}

const durationText = (ms: number) =>
  ms < 2 * dayMs ? `${Math.round(ms / minuteMs)} minutes` : `${Math.round(ms / dayMs)} days`;

const defaultRates = {
  pause: 0.02,
  double: 0.03,
  loseAnswer: 0.03,
  loseEvent: 0.01,
  loseCall: 0.02,
  stop: 0.01,
};
const highRates = { pause: 0.1, double: 0.1, loseAnswer: 0.1, loseEvent: 0.03, loseCall: 0.03, stop: 0.03 };
const disturbances: readonly Disturbance[] = [
  calm,
  { ...calm, double: 0.05, failCommit: 0.02 },
  { ...calm, pause: 0.3, double: 0.2 },
  { ...calm, ...defaultRates, failCommit: 0.02 },
  { ...calm, ...highRates, failCommit: 0.03 },
];

async function openShelves(shop: Shop): Promise<void> {
  const products = [
    { name: 'Galaxy S26', category: 'smartphone', price: 20_000, stock: 6, inStock: true },
    { name: 'Charger', category: 'earphones', price: 900, stock: 4, inStock: true },
    { name: 'Pre-loved iPhone 13', category: 'premiumsmartphones', price: 40_000, stock: 0, inStock: false },
  ];
  for (const product of products) {
    const body = { brand: 'Any', description: 'A product.', image: '', specs: {}, ...product };
    begin(shop, calls(mina, `adds ${product.name} to the catalog`, createProduct, { body }));
  }
  const form = {
    title: 'Opening week',
    description: 'A tenth off.',
    discount: '10% OFF',
    discountType: 'percentage',
    discountValue: '10',
    validFrom: '2020-01-01',
    validUntil: '2099-12-31',
    category: 'All',
    promoCode,
    maxRedemptions: '1',
    isActive: 'true',
  };
  begin(shop, calls(mina, 'makes an offer that one order may use', createOffer, { form }));
  await shop.simulation.pass(800);
}

/** The focus of a seed, so that some records reach late statuses. */
interface Theme {
  /** Steps that run first, each on the newest record that offers it. */
  readonly opening?: readonly string[];
  /** Factors for the weights of other steps. */
  readonly weights: Readonly<Partial<Record<RecordKind, number>>>;
}

const boughtPhone = ['offer a phone', 'quote', 'sell request quoted: acceptQuote', 'receive phone'];
const phoneOnSale = [...boughtPhone, 'device received: inspectDevice', 'device inspected: sellDevice'];
const deliverySteps = [
  'place order',
  'pay',
  'order pending: processing',
  'order processing: shipped',
  'order shipped: delivered',
  'payment pending: paid',
];

const themes = {
  everything: { weights: {} },
  orders: { weights: { 'sell request': 0.05, device: 0.05, payout: 0.3 } },
  phones: { opening: boughtPhone.slice(0, 3), weights: { order: 0.1, return: 0.1 } },
  'a bought phone': { opening: boughtPhone, weights: { order: 0.1, return: 0.1 } },
  'a declined phone': {
    opening: [...boughtPhone, 'inspect lower', 'sell request quoted: declineQuote'],
    weights: { customer: 3, order: 0.1, return: 0.1, device: 0.3 },
  },
  'a phone on sale': { opening: phoneOnSale, weights: { 'sell request': 0.2, return: 0.3, product: 3 } },
  'a sold phone': { opening: [...phoneOnSale, ...deliverySteps], weights: { 'sell request': 0.2 } },
  'a return taken up again': {
    opening: [
      ...deliverySteps,
      'open return',
      'return pending: rejected',
      'open return',
      'return pending: accepted',
      'return accepted: received',
      'return received: inspectReturn',
      'return rejected: accepted',
    ],
    weights: { 'sell request': 0.1, device: 0.1 },
  },
  returns: { opening: [...deliverySteps, 'open return'], weights: { 'sell request': 0.1, device: 0.1 } },
  credit: { opening: ['place order', 'correct credit'], weights: { customer: 4, device: 0.1, return: 0.3 } },
} as const satisfies Readonly<Record<string, Theme>>;

export type ThemeName = keyof typeof themes;
const themeNames = Object.keys(themes) as ThemeName[];

const entryOf = (random: Random, step: Step, index: number): Entry => ({
  kind: 'act',
  step: step.name,
  index,
  variant: random.below(1_000_000_000),
});

async function chooseStep(shop: Shop, random: Random, { weights }: Theme): Promise<Entry | undefined> {
  const view = await readView(shop.databases);
  const isUnusual = random.chance(0.12);
  const candidates = steps.flatMap((step) =>
    recordsOf(view, step.on).flatMap((record, index) =>
      (isUnusual && !step.isElsewhere) || step.when(record, view)
        ? [{ step, index, weight: (isUnusual ? 1 : step.weight) * (weights[step.on] ?? 1) }]
        : [],
    ),
  );
  let remainingWeight = random.next() * candidates.reduce((sum, { weight }) => sum + weight, 0);
  const candidate = candidates.find(({ weight }) => (remainingWeight -= weight) < 0);
  return candidate && entryOf(random, candidate.step, candidate.index);
}

/** The last step on each id, and the pairs of successive steps. */
const noCoverage = () => ({ last: new Map<string, string>(), pairs: new Set<string>() });
type Coverage = ReturnType<typeof noCoverage>;

async function act(
  shop: Shop,
  { step: name, index, variant }: Extract<Entry, { kind: 'act' }>,
  { last, pairs }: Coverage,
): Promise<readonly string[]> {
  const step = stepOf(name);
  const random = createRandom(variant);
  const prepared = step && prepare(step, index, await readView(shop.databases), random);
  // A shortened script may name a record that no longer exists.
  if (prepared === undefined) return [];
  for (const id of prepared.touches) {
    const stepBefore = last.get(id);
    if (stepBefore !== undefined) pairs.add(`${stepBefore} → ${name}`);
    last.set(id, name);
  }
  begin(shop, prepared);
  // Simulates two tabs, or a double click.
  if (random.chance(shop.simulation.disturbance.double))
    begin(shop, { ...prepared, says: `${prepared.says} (again)` });
  await shop.simulation.untilQuiet();
  return prepared.touches;
}

/** Returns the entry with the ids that it touched. */
async function perform(shop: Shop, entry: Entry, coverage: Coverage): Promise<Entry> {
  const { simulation } = shop;
  if (entry.kind === 'act') return { ...entry, touched: await act(shop, entry, coverage) };
  if (entry.kind === 'advance')
    for (let remaining = entry.times; remaining > 0 && (await simulation.advance()); ) remaining -= 1;
  else if (entry.kind === 'pass') {
    if (entry.ms > minuteMs) simulation.tell(`${durationText(entry.ms)} pass.`);
    const { disturbance } = simulation;
    if (entry.ms > minuteMs) {
      await reconcile(simulation);
      // The jump skips the minutes in which the reconciler would find an event that was lost before.
      simulation.disturbance = { ...disturbance, loseEvent: 0 };
    }
    await simulation.pass(entry.ms);
    simulation.disturbance = disturbance;
  } else {
    simulation.tell(`${entry.service} is stopped and started again.`);
    await shop.restart(entry.service);
  }
  return entry;
}

/** A call of an opening may be lost or refused. */
const openingTries = 3;

/** Lets people act for the chosen number of steps. */
async function* randomEntries(shop: Shop, random: Random, theme: Theme): AsyncGenerator<Entry> {
  const { disturbance } = shop.simulation;
  const advanceScale = random.pick([1, 3, 10, 40]);
  const pauseProbability = random.pick([0.1, 0.5]);
  for (const name of theme.opening ?? []) {
    const step = stepOf(name);
    if (step === undefined) throw new Error(`There is no step "${name}".`);
    for (let tries = step.on === 'customer' ? 1 : openingTries; tries > 0; tries -= 1) {
      const view = await readView(shop.databases);
      const records = recordsOf(view, step.on);
      const newest = records.findLastIndex((record) => step.when(record, view));
      if (newest === -1) break;
      yield entryOf(random, step, newest);
      yield { kind: 'pass', ms: 1_500 };
    }
  }
  for (let remaining = 20 + random.below(45); remaining > 0; remaining -= 1) {
    const entry = await chooseStep(shop, random, theme);
    if (entry) yield entry;
    yield { kind: 'advance', times: random.below(advanceScale * 4) };
    if (random.chance(disturbance.stop * 5)) {
      const busyNames = shop.simulation.waitingProcesses.map(({ name }) => name);
      const service = serviceNames.filter((name) => busyNames.includes(name));
      if (service.length > 0) yield { kind: 'restart', service: random.pick(service) };
    }
    if (random.chance(pauseProbability)) yield { kind: 'pass', ms: 100 };
    if (random.chance(0.06))
      yield { kind: 'pass', ms: random.pick([2 * minuteMs, 16 * minuteMs, 40 * minuteMs, dayMs, 8 * dayMs]) };
  }
}

/** Ends all disturbances, waits for work in progress, and runs the periodic work. */
async function settleShop({ simulation }: Shop): Promise<void> {
  simulation.tell('Everything comes to rest.');
  simulation.disturbance = calm;
  await simulation.pass(2_000);
  await reconcile(simulation);
  for (const ms of [11, 45, 150, 2]) await simulation.pass(ms * minuteMs);
}

async function judge({ databases, simulation, figures, mails }: Shop, pieces: PiecesOfProducts) {
  const { client, prefix } = databases;
  const snapshot = { readAt: new Date(simulation.nowMs), read: readerOf(client, prefix) };
  const findings = await judgeBooks(snapshot, {
    mongodbUri: '',
    databasePrefix: prefix,
    figures: figures(),
    mails,
    beforehand: { pieces },
  });
  return findings.filter(({ offences }) => offences.length > 0);
}

/**
 * Runs a seed, or replays a script, and checks the invariants at the end.
 * @param themeName the theme; by default the seed chooses one
 */
export async function runSeed(databases: Databases, seedOrScript: number | Script, themeName?: ThemeName) {
  const seed = typeof seedOrScript === 'number' ? seedOrScript : seedOrScript.seed;
  const simulation = new Simulation(seed, startMs);
  const choices = createRandom(seed ^ 0x5eed);
  const disturbance =
    typeof seedOrScript === 'number'
      ? { ...choices.pick(disturbances), late: choices.pick(['', '', ...serviceNames]) }
      : seedOrScript.disturbance;
  const theme = themes[themeName ?? choices.pick(themeNames)];
  await databases.empty();
  const shop = await openShop(databases, simulation);
  const entries: Entry[] = [];
  const coverage = noCoverage();
  try {
    await openShelves(shop);
    const { product: products } = await readView(databases);
    const pieces = new Map(products.map(({ _id, stock }) => [_id, stock]));
    simulation.disturbance = disturbance;
    for await (const entry of typeof seedOrScript === 'number'
      ? randomEntries(shop, choices, theme)
      : seedOrScript.entries) {
      entries.push(await perform(shop, entry, coverage));
    }
    await settleShop(shop);
    const findings = await judge(shop, pieces);
    const script: Script = { seed, disturbance, entries };
    /** Steps that followed each other on related records, as `<step> → <step>`. */
    const { pairs } = coverage;
    return { script, story: simulation.story, findings, pairs };
  } finally {
    shop.close();
  }
}
