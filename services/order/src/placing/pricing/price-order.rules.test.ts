import type { OfferSnapshot, PromoRefusal } from '@kinmel/contracts';
import { shopDays } from '@kinmel/service-kit';
import { anOfferSnapshot } from '@kinmel/testing/samples';
import { policyContent } from '../../policy/policy-content.ts';
import { aSnapshot } from '../../testing/product-builder.ts';
import { checkPromo, lookUpLine, mergeLines, priceOrder } from './price-order.rules.ts';

const dayOf = shopDays('Asia/Kathmandu');
const today = '2026-11-20';
const [phone, offerId] = ['a'.repeat(24), 'b'.repeat(24)];

const copies = ({
  product = aSnapshot(),
  offer,
  stock,
}: {
  product?: ReturnType<typeof aSnapshot> | null;
  offer?: OfferSnapshot | null;
  stock?: { inStock: boolean; lowStockCount: number | null };
} = {}) => ({
  products: new Map([
    [
      phone,
      { productId: phone, snapshot: { version: 1, product }, stock: stock && { version: 2, ...stock } },
    ],
  ]),
  offers: new Map(offer === undefined ? [] : [[offerId, { offerId, version: 1, offer }]]),
});

const line = (overrides: object = {}) => ({ productId: phone, quantity: 2, offerId: null, ...overrides });

describe('a line of a cart (ORD-O2)', () => {
  it('has storage and colour of the product, also in an offer', () => {
    const detailsOf = (specs: object) =>
      priceOrder([lookUpLine(line(), copies({ product: aSnapshot({ specs }) }), today)], null, policyContent)
        .lines[0]?.details;
    expect(detailsOf({ storage: '128 GB', color: 'Midnight', battery: '3279 mAh' })).toBe('128 GB, Midnight');
    expect(detailsOf({ color: 'Midnight' })).toBe('Midnight');
    expect(detailsOf({})).toBe('');
    const product = aSnapshot({ specs: { storage: '128 GB', color: 'Midnight' } });
    const copiesWithOffer = copies({ product, offer: anOfferSnapshot({ targetProducts: [phone] }) });
    expect(lookUpLine(line({ offerId }), copiesWithOffer, today).details).toBe('128 GB, Midnight');
    const copiesWithoutProduct = copies({ product, offer: anOfferSnapshot() });
    expect(lookUpLine(line({ productId: offerId, offerId }), copiesWithoutProduct, today).details).toBe('');
  });

  it('has grade, battery and passport of a device', () => {
    const passportLink = '/passport/abc';
    const condition = { grade: 'B', batteryHealthPercent: 88 } as const;
    const product = aSnapshot({ device: { ...condition, ofProductId: phone, passportLink, photos: [] } });
    const priced = priceOrder([lookUpLine(line(), copies({ product }), today)], null, policyContent);
    expect(priced.lines).toMatchObject([{ details: '256 GB, grade B, battery 88%', passportLink }]);
  });

  it.each([
    ['known and in stock', copies(), null],
    ['deleted', copies({ product: null }), 'gone'],
    ['sold out', copies({ stock: { inStock: false, lowStockCount: null } }), 'out-of-stock'],
    ['nearly sold out', copies({ stock: { inStock: true, lowStockCount: 1 } }), 'low-stock'],
    ['just enough', copies({ stock: { inStock: true, lowStockCount: 2 } }), null],
    ['unknown', { products: new Map(), offers: new Map() }, 'gone'],
  ])('that is %s has the problem %p (ORD-C4, SIL-22, SIL-23)', (_, currentCopies, problem) => {
    expect(lookUpLine(line(), currentCopies, today).problem).toBe(problem);
  });

  it.each([
    ['live', anOfferSnapshot({ targetProducts: [phone] }), null],
    ['unknown', undefined, 'offer-ended'],
    ['deleted', null, 'offer-ended'],
    ['switched off', anOfferSnapshot({ targetProducts: [phone], isActive: false }), 'offer-ended'],
    ['over', anOfferSnapshot({ targetProducts: [phone], validUntil: '2026-11-19' }), 'offer-ended'],
    ['not begun', anOfferSnapshot({ targetProducts: [phone], validFrom: '2026-11-21' }), 'offer-ended'],
    ['on its last day', anOfferSnapshot({ targetProducts: [phone], validUntil: '2026-11-20' }), null],
    ['of another product', anOfferSnapshot({ targetProducts: ['c'.repeat(24)] }), 'offer-ended'],
    ['of no product', anOfferSnapshot(), 'offer-ended'],
  ])('with an offer that is %s has the problem %p (SIL-16, SIL-51, CONF-55)', (_, offer, problem) => {
    const currentCopies = offer === undefined ? copies() : copies({ offer });
    expect(lookUpLine(line({ offerId }), currentCopies, today).problem).toBe(problem);
  });

  it("of an offer without products has the offer's id and holds no pieces", () => {
    const currentLine = lookUpLine(
      line({ productId: offerId, offerId }),
      copies({ offer: anOfferSnapshot() }),
      today,
    );
    expect(currentLine).toMatchObject({ isProduct: false, name: 'Galaxy week', problem: null });
  });

  it('uses the days of the shop, not of UTC (CONF-55)', () => {
    const offer = anOfferSnapshot({ targetProducts: [phone], validUntil: '2026-11-20' });
    const lookUp = (time: string) =>
      lookUpLine(line({ offerId }), copies({ offer }), dayOf(new Date(time))).problem;
    expect([lookUp('2026-11-20T18:14:59Z'), lookUp('2026-11-20T18:15:00Z')]).toEqual([null, 'offer-ended']);
  });
});

it('merges lines of one product and offer (CONF-13)', () => {
  expect(mergeLines([line(), line({ offerId }), line({ quantity: 3 })])).toEqual([
    line({ quantity: 5 }),
    line({ offerId }),
  ]);
});

describe('a promo code (ORD-O3)', () => {
  const check = (...offers: OfferSnapshot[]) =>
    checkPromo(
      'GALAXY20',
      offers.map((offer) => ({ offerId, version: 1, offer })),
      [line()],
      today,
    );

  it('of a live percentage offer is applied (SIL-15)', () => {
    expect(check(anOfferSnapshot())).toMatchObject({
      applied: true,
      promo: { offerId, discountPercentage: 20 },
    });
  });

  it('belongs to the live one of several offers (SIL-52)', () => {
    expect(
      check(anOfferSnapshot({ validUntil: '2026-01-01' }), anOfferSnapshot({ title: 'Now' })),
    ).toMatchObject({
      promo: { title: 'Now' },
    });
  });

  it.each<[string, OfferSnapshot[], PromoRefusal]>([
    ['wrong', [], 'unknown'],
    ['switched off', [anOfferSnapshot({ isActive: false })], 'unknown'],
    ['not public yet', [anOfferSnapshot({ validFrom: '2026-12-01', validUntil: '2026-12-31' })], 'unknown'],
    ['over', [anOfferSnapshot({ validUntil: '2026-11-19' })], 'expired'],
    ['of a fixed amount', [anOfferSnapshot({ discountType: 'fixed' })], 'not-a-percentage'],
    ['for other products', [anOfferSnapshot({ targetProducts: ['c'.repeat(24)] })], 'not-for-these-products'],
  ])('that is %s is refused as %p', (_, offers, reason) => {
    expect(check(...offers)).toEqual({ applied: false, promoCode: 'GALAXY20', reason });
  });

  it('does not apply to a line with an offer (CART-36)', () => {
    expect(
      checkPromo('GALAXY20', [{ offerId, version: 1, offer: anOfferSnapshot() }], [line({ offerId })], today),
    ).toMatchObject({ applied: false, reason: 'not-for-these-products' });
  });
});

it('uses the common pricing function (CONF-10, I-6, ORD-O4)', () => {
  const currentLine = lookUpLine(line(), copies(), today);
  const { pricing, lines, decisions } = priceOrder([currentLine], null, policyContent);
  expect(pricing).toEqual({
    subtotalInMinorUnits: 18_300_000,
    shippingInMinorUnits: 0,
    taxInMinorUnits: 1_464_000,
    totalInMinorUnits: 19_764_000,
  });
  expect(lines).toMatchObject([{ quantity: 2, lineTotalInMinorUnits: 18_300_000 }]);
  // The policy may change before the order is read.
  expect(decisions.at(-1)).toEqual({
    rule: 'tax',
    line: null,
    title: policyContent.tax.label,
    amountInMinorUnits: 1_464_000,
  });
  expect(decisions.reduce((sum, { amountInMinorUnits }) => sum + amountInMinorUnits, 0)).toBe(19_764_000);
});
