import { type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import { anOffer, today } from '../testing/offer-builder.ts';
import { createOfferModel, createOffersStore } from './offers.store.ts';

describe('the store of offers', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase('offer');
  });
  afterAll(() => database.drop());

  // Mongoose silently drops fields that are not in its schema.
  it('stores every field of an offer (AENT-16, ENT-34 to ENT-37)', async () => {
    const offer = anOffer({
      image: '/uploads/ab12/640.webp',
      redemptionSteps: ['Show the code.'],
      productDetails: {
        name: 'Galaxy S25',
        priceInMinorUnits: 1,
        originalPriceInMinorUnits: 3,
        discountedPriceInMinorUnits: 2,
        description: 'A phone',
        specs: { Storage: '256 GB' },
        giftItem: 'A charger',
      },
      targetProducts: ['b'.repeat(24)],
      maxRedemptions: 5,
    });
    const store = createOffersStore(createOfferModel(database.connection));
    await store.insert(offer, today, []);
    expect(await store.find(offer.id)).toEqual(offer);
  });

  it('reads an offer that was stored without a currency in that of the shop', async () => {
    const offer = anOffer({ id: 'c'.repeat(24), promoCode: 'BEFORE20' });
    const store = createOffersStore(createOfferModel(database.connection));
    await store.insert(offer, today, []);
    await database.connection.collection('offers').updateMany({}, { $unset: { currency: 1 } });
    expect(await store.find(offer.id)).toMatchObject({ currency: 'NPR' });
  });
});
