import { shopDays } from '@kinmel/service-kit';
import { anOffer, someFields, today } from '../testing/offer-builder.ts';
import {
  changeOffer,
  claimedCodeOf,
  createOffer,
  isInForce,
  isLive,
  isUsedUp,
  removeOffer,
  snapshotOf,
} from './offer.rules.ts';

const now = new Date('2026-11-21T06:00:00Z');
const create = (overrides: Parameters<typeof someFields>[0]) =>
  createOffer('b'.repeat(24), someFields(overrides), now, today);

describe('a new offer', () => {
  it('has version 1 and an event with everything that pricing needs', () => {
    const { offer, events } = create({ targetProducts: ['c'.repeat(24)] });
    expect(offer.version).toBe(1);
    expect(events).toMatchObject([
      {
        definition: { type: 'offer.created' },
        data: { discountPercentage: 20, discountInMinorUnits: 0, targetProducts: ['c'.repeat(24)] },
      },
    ]);
  });

  it('must not end before it begins (OFF-O1, AOFF-15)', () => {
    const message = 'Valid Until date must be after Valid From date';
    expect(() => create({ validFrom: '2026-12-10', validUntil: '2026-12-09' })).toThrow(message);
    expect(() => create({ validFrom: '2026-12-10', validUntil: '2026-12-10' })).toThrow(message);
  });

  it('must end in the future, by the calendar of the shop (OFF-O1, AOFF-16)', () => {
    expect(() => create({ validUntil: today })).toThrow('Valid Until date must be in the future');
    expect(() => create({ validUntil: '2026-11-22' })).not.toThrow();
  });

  it.each([
    ['percentage', 0],
    ['fixed', 0],
    ['percentage', 100.01],
  ] as const)('a value of %s may not be %d (OFF-O1, AOFF-17, CONF-57)', (discountType, discountValue) => {
    expect(() => create({ discountType, discountValue })).toThrow('Please enter a valid discount value');
  });

  it('has no computed value for bundles and gifts (CONF-53)', () => {
    expect(create({ discountType: 'gift', discountValue: 0 }).events[0]?.data).toMatchObject({
      discountPercentage: 0,
      discountInMinorUnits: 0,
    });
  });

  it('is refused for its dates before its value, as in the form (AOFF-15, AOFF-17)', () => {
    expect(() => create({ validFrom: '2026-12-10', validUntil: '2026-12-09', discountValue: 0 })).toThrow(
      'Valid Until',
    );
  });
});

describe('an edit', () => {
  it('increments the version and keeps other fields (OFF-O2)', () => {
    const { offer, events } = changeOffer(anOffer(), { title: 'Better', category: undefined }, now);
    expect(offer).toMatchObject({ title: 'Better', category: 'Samsung', version: 2 });
    expect(events).toMatchObject([{ definition: { type: 'offer.updated' }, data: { title: 'Better' } }]);
  });

  it('without a change has no event, whatever the order of fields (OFF-O2)', () => {
    const before = anOffer({
      productDetails: { name: 'Galaxy', specs: { storage: '256 GB', ram: '12 GB' } },
    });
    const change = {
      title: 'Galaxy week',
      productDetails: { specs: { ram: '12 GB', storage: '256 GB' }, name: 'Galaxy', giftItem: undefined },
    };
    expect(changeOffer(before, change, now)).toEqual({ offer: before, events: [] });
  });

  it('of an older version is refused with the current one (OFF-O2)', () => {
    expect(() => changeOffer(anOffer({ version: 3 }), { title: 'x' }, now, 2)).toThrow(
      expect.objectContaining({ code: 'version-conflict', details: [{ path: 'version', message: '3' }] }),
    );
  });

  it('of an ended offer is possible, with its days in order (AOFF-15, AOFF-16)', () => {
    const endedOffer = anOffer({ validUntil: '2026-11-10' });
    expect(changeOffer(endedOffer, { title: 'Over' }, now).offer.title).toBe('Over');
    expect(() => changeOffer(endedOffer, { validFrom: '2026-11-11' }, now)).toThrow('Valid From');
  });
});

describe('a live offer', () => {
  it.each([
    ['2026-10-31', false],
    ['2026-11-01', true],
    ['2026-11-30', true],
    ['2026-12-01', false],
  ])('on %s: %s; its first and last day are included (OFF-O3, CONF-55, OFFR-18)', (day, isActiveOffer) => {
    expect(isInForce(anOffer(), day)).toBe(isActiveOffer);
  });

  it('is active and not used up (OFF-O4, SIL-50)', () => {
    expect(isLive(anOffer({ isActive: false }), today)).toBe(false);
    expect(isLive(anOffer({ maxRedemptions: 2, currentRedemptions: 2 }), today)).toBe(false);
    expect(isLive(anOffer({ maxRedemptions: 2, currentRedemptions: 1 }), today)).toBe(true);
  });

  it('without a limit is never used up (AOFF-23)', () => {
    expect(isUsedUp(anOffer({ currentRedemptions: 1_000_000 }))).toBe(false);
  });
});

describe('the promo code', () => {
  it('is claimed by live and future offers, used up or not (OFF-O5, SIL-52)', () => {
    expect(claimedCodeOf(anOffer(), today)).toBe('GALAXY20');
    expect(claimedCodeOf(anOffer({ validFrom: '2026-11-25' }), today)).toBe('GALAXY20');
    expect(claimedCodeOf(anOffer({ maxRedemptions: 1, currentRedemptions: 1 }), today)).toBe('GALAXY20');
  });

  it('is free when its offer is inactive or over (OFF-O5)', () => {
    expect(claimedCodeOf(anOffer({ isActive: false }), today)).toBeUndefined();
    expect(claimedCodeOf(anOffer(), '2026-12-01')).toBeUndefined();
    expect(claimedCodeOf(removeOffer(anOffer(), now).offer, today)).toBeUndefined();
  });
});

it('the event has prices in minor units, the old price from either field (SIL-16)', () => {
  const priced = anOffer({
    discountType: 'fixed',
    discountValue: 1234.5,
    productDetails: { priceInMinorUnits: 500_000, discountedPriceInMinorUnits: 376_550 },
  });
  expect(snapshotOf(priced)).toMatchObject({
    discountInMinorUnits: 123_450,
    discountPercentage: 0,
    originalPriceInMinorUnits: 500_000,
    discountedPriceInMinorUnits: 376_550,
  });
});

it("days are counted in the shop's time zone, 5:45 hours ahead of UTC (OFF-O3)", () => {
  const dayOf = shopDays('Asia/Kathmandu');
  expect(dayOf(new Date('2026-11-21T18:14:59Z'))).toBe('2026-11-21');
  expect(dayOf(new Date('2026-11-21T18:15:00Z'))).toBe('2026-11-22');
});
