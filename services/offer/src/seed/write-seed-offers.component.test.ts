import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type PictureStore, pictureIdOf } from '@kinmel/pictures';
import { migrateIndexes } from '@kinmel/service-kit';
import { type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import { offerModels } from '../context.ts';
import { isLive, type StoredOffer } from '../offers/offer.rules.ts';
import { createOfferModel, createOffersStore } from '../offers/offers.store.ts';
import { seedOffers } from './seed-offers.ts';
import { writeSeedOffers } from './write-seed-offers.ts';

jest.setTimeout(60_000);

const timeZone = 'Asia/Kathmandu';
const now = new Date('2026-11-21T06:00:00Z');
const today = '2026-11-21';

let database: TestDatabase;
/** Reports every picture as stored, because encoding is tested elsewhere. */
const pictures: Pick<PictureStore, 'describe' | 'save'> = {
  describe: async (id) => ({ id, width: 1, height: 1, dominantColor: '#000000', hasTransparency: false }),
  save: async () => undefined,
};
let offers: StoredOffer[];
beforeAll(async () => {
  database = await testDatabase('offer-seed');
  await migrateIndexes(database.connection, offerModels(database.connection));
  const result = await writeSeedOffers({ connection: database.connection, pictures, timeZone, now });
  expect(result).toEqual({ written: seedOffers.length, unchanged: 0 });
  offers = await createOffersStore(createOfferModel(database.connection)).list();
});
afterAll(() => database.drop());

it('is idempotent and keeps edited offers', async () => {
  const model = createOfferModel(database.connection);
  const [first] = offers;
  await model.updateOne({ _id: first?.id ?? '' }, { title: 'Edited' });
  const secondResult = await writeSeedOffers({ connection: database.connection, pictures, timeZone, now });
  expect(secondResult).toEqual({ written: 0, unchanged: seedOffers.length });
  expect((await model.findById(first?.id))?.title).toBe('Edited');
});

it('has live offers of several categories, and every other state for staff (CONF-52)', () => {
  const live = offers.filter((offer) => isLive(offer, today));
  expect(live).toHaveLength(9);
  expect(new Set(live.map(({ category }) => category)).size).toBeGreaterThanOrEqual(8);
  expect(offers.filter(({ validUntil }) => validUntil < today)).toHaveLength(1);
  expect(offers.filter(({ validFrom }) => validFrom > today)).toHaveLength(1);
  expect(offers.filter(({ isActive }) => !isActive)).toHaveLength(1);
  expect(new Set(live.map(({ discountType }) => discountType)).size).toBe(4);
});

it('has texts that match the computed discount (AOFF-30, AOFF-31, AOFF-32)', () => {
  const computed = new Set<string>();
  for (const { title, discountType, discountValue, productDetails } of offers) {
    const { originalPriceInMinorUnits: original, discountedPriceInMinorUnits: discounted } = productDetails;
    // Bundle prices are entered by hand.
    if (!original || !discounted || discountType === 'bundle') continue;
    computed.add(discountType);
    const expected = {
      percentage: Math.round((original * (100 - discountValue)) / 100),
      fixed: original - discountValue * 100,
      gift: original,
    }[discountType];
    expect({ title, discounted }).toEqual({ title, discounted: expected });
  }
  expect([...computed].toSorted()).toEqual(['fixed', 'gift', 'percentage']);
});

it('has no redemption that is not in the ledger (I-5)', () => {
  expect(offers.every(({ currentRedemptions }) => currentRedemptions === 0)).toBe(true);
});

it('has pictures in the repository, named by content', async () => {
  const folder = path.join(import.meta.dirname, 'pictures');
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name))));
  const paths = files.map((bytes) => `/uploads/${pictureIdOf(bytes)}/640.webp`);
  expect(offers.flatMap(({ image }) => image || []).toSorted()).toEqual(paths.toSorted());
});

it("targets products of catalog's sample data", async () => {
  const file = path.join(import.meta.dirname, '../../../catalog/src/seed/products.json');
  const products: { slug: string }[] = JSON.parse(await readFile(file, 'utf8'));
  const slugs = products.map(({ slug }) => slug);
  for (const slug of seedOffers.flatMap((offer) => offer.products)) expect(slugs).toContain(slug);
});
