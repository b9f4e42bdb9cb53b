import fc from 'fast-check';
import { percentOf } from './money.ts';
import {
  offerPercent,
  offerPrice,
  type PricedOffer,
  type PriceLine,
  type PricePromo,
  priceCart,
  pricedOfferOf,
  promoReaches,
  reducedByOffer,
} from './price-cart.ts';

const policy = { feeInMinorUnits: 1500, freeAboveInMinorUnits: 20_000, taxPercent: 8 };
const line = (listPriceInMinorUnits: number, quantity = 1, productId = 'p'): PriceLine => ({
  productId,
  quantity,
  listPriceInMinorUnits,
});
const price = (lines: readonly PriceLine[], promo: PricePromo | null = null) =>
  priceCart({ lines, promo, policy });

const promo = (discountPercentage: number, targetProducts: string[] = []): PricePromo => ({
  promoCode: 'DASHAIN10',
  title: 'Dashain Savings',
  discountPercentage,
  targetProducts,
});

const offer = (parts: Partial<PricedOffer>): PricedOffer => ({
  offerId: 'o',
  title: 'Galaxy Festival',
  discountType: 'percentage',
  discountPercentage: 12,
  discountInMinorUnits: 0,
  originalPriceInMinorUnits: null,
  discountedPriceInMinorUnits: null,
  ...parts,
});

describe('shipping, tax and total', () => {
  it('charges 15 for shipping up to a subtotal of 200 and nothing above (CONST-01, CONST-02, SIL-19)', () => {
    expect(price([line(19_999)]).shippingInMinorUnits).toBe(1500);
    expect(price([line(10_000, 2)]).shippingInMinorUnits).toBe(1500);
    expect(price([line(20_001)]).shippingInMinorUnits).toBe(0);
  });

  it('adds 8 percent of the subtotal as tax, without shipping, in every cart (CONST-03, CONST-05, CONF-10)', () => {
    expect(price([line(10_000)])).toMatchObject({
      subtotalInMinorUnits: 10_000,
      shippingInMinorUnits: 1500,
      taxInMinorUnits: 800,
      totalInMinorUnits: 12_300,
    });
    expect(price([line(30_000)])).toMatchObject({ taxInMinorUnits: 2400, totalInMinorUnits: 32_400 });
  });

  it('rounds the tax half up before the total is summed (CONST-04, SIL-20)', () => {
    expect(price([line(6)]).taxInMinorUnits).toBe(0);
    expect(price([line(7)])).toMatchObject({ taxInMinorUnits: 1, totalInMinorUnits: 7 + 1500 + 1 });
    const half = priceCart({ lines: [line(50)], promo: null, policy: { ...policy, taxPercent: 1 } });
    expect(half.taxInMinorUnits).toBe(1);
  });

  it('charges nothing for an empty cart (SIL-18)', () => {
    expect(price([])).toEqual({
      lines: [],
      subtotalInMinorUnits: 0,
      shippingInMinorUnits: 0,
      taxInMinorUnits: 0,
      totalInMinorUnits: 0,
      promotions: [],
      savingsInMinorUnits: 0,
      decisions: [],
    });
  });

  it('is exact where percent times amount exceeds the safe integers', () => {
    const subtotal = 5_000_000_000_000_007;
    const { taxInMinorUnits } = price([line(subtotal)], null);
    expect(BigInt(taxInMinorUnits)).toBe((BigInt(subtotal) * 8n + 50n) / 100n);
  });

  it('rejects amounts beyond the safe integers (I-6)', () => {
    expect(() => price([line(10.5)])).toThrow(RangeError);
    expect(() => price([line(Number.MAX_SAFE_INTEGER, 2)])).toThrow(RangeError);
    expect(() => price([line(Number.MAX_SAFE_INTEGER)])).toThrow('total');
  });
});

describe('promo codes', () => {
  it('lowers every line without offer by the percentage, rounded half up (CART-33, CART-34, CART-35)', () => {
    const { lines } = price([line(999, 1, 'a'), line(1050, 3, 'b')], promo(15));
    expect(lines).toMatchObject([
      {
        unitPriceInMinorUnits: 849,
        originalPriceInMinorUnits: 999,
        discountApplied: true,
        discountPercentage: 15,
      },
      { unitPriceInMinorUnits: 893, lineTotalInMinorUnits: 2679, promoCode: 'DASHAIN10' },
    ]);
  });

  it.each([100, 101, 140, 250])(
    'of %d percent costs nothing and never gives money (SIL-17, CONF-57)',
    (percent) => {
      const { lines, subtotalInMinorUnits, totalInMinorUnits } = price([line(999, 2)], promo(percent));
      expect(lines).toMatchObject([
        { unitPriceInMinorUnits: 0, lineTotalInMinorUnits: 0, discountPercentage: 100 },
      ]);
      expect(subtotalInMinorUnits).toBe(0);
      expect(totalInMinorUnits).toBeGreaterThanOrEqual(0);
    },
  );

  it('leaves lines with an offer unchanged (CART-36)', () => {
    const lineWithOffer = { ...line(0), offer: offer({ discountedPriceInMinorUnits: 4500 }) };
    expect(price([lineWithOffer], promo(50)).lines).toEqual(price([lineWithOffer]).lines);
    expect(promoReaches(lineWithOffer, promo(50))).toBe(false);
  });

  it('applies only to the products that its offer names (SIL-51)', () => {
    const [first, second] = price([line(1000, 1, 'a'), line(1000, 1, 'b')], promo(10, ['b'])).lines;
    expect(first).toMatchObject({
      unitPriceInMinorUnits: 1000,
      discountApplied: false,
      discountPercentage: 0,
      promoCode: null,
    });
    expect(second).toMatchObject({ unitPriceInMinorUnits: 900, discountApplied: true });
  });

  it('restores the selling prices when it is removed (CART-37, CONF-17)', () => {
    const { lines } = price([line(1000)], promo(10));
    expect(lines[0]?.originalPriceInMinorUnits).toBe(1000);
    expect(price([line(1000)]).lines[0]?.unitPriceInMinorUnits).toBe(1000);
  });
});

describe('offers', () => {
  const lineWithOffer = (parts: Partial<PricedOffer>) =>
    price([{ ...line(777), offer: offer(parts) }]).lines[0];

  it("uses the prices of the offer's details (SIL-16)", () => {
    expect(
      lineWithOffer({ originalPriceInMinorUnits: 50_000, discountedPriceInMinorUnits: 44_000 }),
    ).toMatchObject({
      key: 'p/o',
      unitPriceInMinorUnits: 44_000,
      originalPriceInMinorUnits: 50_000,
      discountApplied: true,
      discountPercentage: 12,
    });
  });

  it('starts from 100,000 rupees when the offer has no price (SIL-16, OFFR-21)', () => {
    expect(lineWithOffer({})).toMatchObject({
      unitPriceInMinorUnits: 8_800_000,
      originalPriceInMinorUnits: 10_000_000,
    });
    expect(lineWithOffer({ discountType: 'fixed', discountInMinorUnits: 500_000 })).toMatchObject({
      unitPriceInMinorUnits: 9_500_000,
      discountPercentage: 5,
    });
    expect(lineWithOffer({ originalPriceInMinorUnits: 1000 })).toMatchObject({ unitPriceInMinorUnits: 880 });
  });

  it('shows no saving for an offer with only a discounted price', () => {
    expect(lineWithOffer({ discountedPriceInMinorUnits: 900 })).toMatchObject({
      originalPriceInMinorUnits: 900,
      discountApplied: false,
      discountPercentage: 0,
    });
  });

  it('never falls below 0, however large the discount (CONF-57)', () => {
    const parts = { originalPriceInMinorUnits: 1000, discountInMinorUnits: 5000 };
    expect(lineWithOffer({ ...parts, discountType: 'fixed' })?.unitPriceInMinorUnits).toBe(0);
    expect(
      lineWithOffer({ originalPriceInMinorUnits: 1000, discountPercentage: 140 })?.unitPriceInMinorUnits,
    ).toBe(0);
  });

  it('computes no percentage for bundle and gift (CONF-53)', () => {
    for (const discountType of ['bundle', 'gift'] as const) {
      const parts = { discountType, originalPriceInMinorUnits: 1000, discountedPriceInMinorUnits: 800 };
      expect(lineWithOffer(parts)).toMatchObject({
        unitPriceInMinorUnits: 800,
        discountApplied: true,
        discountPercentage: 0,
      });
      expect(offerPercent(offer({ discountType, discountPercentage: 50 }))).toBe(0);
    }
  });

  it('shows the percentage that a fixed amount comes to, rounded down (AOFF-32)', () => {
    const fixed = offer({
      discountType: 'fixed',
      discountInMinorUnits: 199,
      originalPriceInMinorUnits: 1000,
    });
    expect(offerPercent(fixed)).toBe(19);
  });

  it('keeps a line of a product and a line of the same product with an offer apart (CONF-13)', () => {
    const { lines } = price([line(1000), { ...line(1000), offer: offer({}) }]);
    expect(lines.map(({ key }) => key)).toEqual(['p', 'p/o']);
  });
});

it('sums the savings of each promotion over its lines and leaves out what saves nothing (CART-20, CART-21, SIL-17)', () => {
  const bought = offer({ originalPriceInMinorUnits: 10_000, discountedPriceInMinorUnits: 9000 });
  const pricing = price(
    [
      { ...line(0, 2, 'a'), offer: bought },
      { ...line(0, 1, 'b'), offer: bought },
      { ...line(0, 1, 'c'), offer: offer({ offerId: 'gift', discountType: 'gift' }) },
      line(1000, 3, 'd'),
    ],
    promo(10),
  );
  expect(pricing.promotions).toEqual([
    { key: 'o', title: 'Galaxy Festival', savingInMinorUnits: 3000 },
    { key: 'DASHAIN10', title: 'Dashain Savings', savingInMinorUnits: 300 },
  ]);
  expect(pricing.savingsInMinorUnits).toBe(3300);
});

it('explains every amount by a rule, without the promo code for lines that it does not apply to', () => {
  const lineWithOffer = { ...line(0, 1, 'x'), offer: offer({ originalPriceInMinorUnits: 10_000 }) };
  expect(price([line(30_000, 2, 'a'), lineWithOffer], promo(10, ['a'])).decisions).toEqual([
    { rule: 'list-price', line: 'a', title: '', amountInMinorUnits: 60_000 },
    { rule: 'promo-code', line: 'a', title: 'DASHAIN10', amountInMinorUnits: -6000 },
    { rule: 'list-price', line: 'x/o', title: '', amountInMinorUnits: 10_000 },
    { rule: 'offer', line: 'x/o', title: 'Galaxy Festival', amountInMinorUnits: -1200 },
    { rule: 'shipping-fee', line: null, title: '', amountInMinorUnits: 1500 },
    { rule: 'free-shipping', line: null, title: '', amountInMinorUnits: -1500 },
    { rule: 'tax', line: null, title: '', amountInMinorUnits: 5024 },
  ]);
});

it('returns all fields of every line', () => {
  const lineWithOffer = { ...line(777, 2, 'x'), offer: offer({ originalPriceInMinorUnits: 1000 }) };
  expect(price([line(1000, 3, 'd'), lineWithOffer], promo(10)).lines).toEqual([
    {
      key: 'd',
      productId: 'd',
      offerId: null,
      promoCode: 'DASHAIN10',
      quantity: 3,
      unitPriceInMinorUnits: 900,
      originalPriceInMinorUnits: 1000,
      lineTotalInMinorUnits: 2700,
      discountApplied: true,
      discountPercentage: 10,
    },
    {
      key: 'x/o',
      productId: 'x',
      offerId: 'o',
      promoCode: null,
      quantity: 2,
      unitPriceInMinorUnits: 880,
      originalPriceInMinorUnits: 1000,
      lineTotalInMinorUnits: 1760,
      discountApplied: true,
      discountPercentage: 12,
    },
  ]);
});

it('has no promo decision without a promo code', () => {
  const rules = price([line(1000)]).decisions.map(({ rule }) => rule);
  expect(rules).toEqual(['list-price', 'shipping-fee', 'tax']);
});

it('names the amount that exceeds the safe integers (I-6)', () => {
  expect(() => price([line(Number.MAX_SAFE_INTEGER, 2)])).toThrow(
    'The amounts of a cart are integers of minor units.',
  );
  expect(() => price([line(Number.MAX_SAFE_INTEGER)])).toThrow(
    'The total of a cart is an integer of minor units.',
  );
});

describe('the priced form of an offer', () => {
  it.each([
    ['its prices, reduced ones first', { price: 9, originalPrice: 10, discountedPrice: 8.5 }, 850, 1000],
    ['its price before the discount', { price: 10 }, 900, 1000],
    ['its price before the discount, null standing for none', { price: 10, originalPrice: null }, 900, 1000],
    ['its reduced price alone', { discountedPrice: 8 }, 800, 800],
    ['no price', {}, 9_000_000, 10_000_000],
  ])('has %s (OFFR-21)', (_, productDetails, unitPriceInMinorUnits, originalPriceInMinorUnits) => {
    const listed = {
      id: 'o',
      title: '',
      discountType: 'percentage',
      discountValue: 10,
      productDetails,
    } as const;
    expect(offerPrice(pricedOfferOf(listed))).toEqual({ unitPriceInMinorUnits, originalPriceInMinorUnits });
  });

  it('has a discount of its type, and no percentage above 100', () => {
    const listed = { id: 'o', title: '', productDetails: {} };
    const discounts = [
      pricedOfferOf({ ...listed, discountType: 'percentage', discountValue: 120 }),
      pricedOfferOf({ ...listed, discountType: 'fixed', discountValue: 12.5 }),
      pricedOfferOf({ ...listed, discountType: 'gift', discountValue: 3 }),
    ].map((one) => [one.discountPercentage, one.discountInMinorUnits]);
    expect(discounts).toEqual([
      [100, 0],
      [0, 1250],
      [0, 0],
    ]);
  });
});

describe('the percentage of an offer (AOFF-32, CONF-53)', () => {
  const prices = (discounted: number | null, original: number | null) => ({
    discountedPriceInMinorUnits: discounted,
    originalPriceInMinorUnits: original,
  });

  it.each(['percentage', 'fixed', 'bundle', 'gift'] as const)(
    'is 0 for a %s that makes nothing cheaper',
    (discountType) => {
      for (const priceFields of [prices(900, null), prices(1000, 1000), prices(2000, 1000), prices(0, 0)])
        expect(offerPercent(offer({ discountType, ...priceFields }))).toBe(0);
    },
  );

  it.each([
    ['percentage', 12],
    ['fixed', 20],
    ['bundle', 0],
    ['gift', 0],
  ] as const)('of a %s that takes a fifth off is %d', (discountType, percent) => {
    expect(offerPercent(offer({ discountType, ...prices(800, 1000) }))).toBe(percent);
  });

  it('leaves the amount unchanged for bundles and gifts', () => {
    for (const discountType of ['bundle', 'gift'] as const) {
      const parts = { discountType, discountInMinorUnits: 5, originalPriceInMinorUnits: 1000 };
      expect(reducedByOffer(1000, offer(parts))).toBe(1000);
      expect(offerPrice(offer(parts)).unitPriceInMinorUnits).toBe(1000);
    }
  });
});

it('a percentage counts with two decimals, rounded half up (SIL-20)', () => {
  expect(percentOf(1_000_000, 0.126)).toBe(1300);
  expect([percentOf(49, 1), percentOf(50, 1), percentOf(0, 50)]).toEqual([0, 1, 0]);
});

describe('for any cart', () => {
  const amounts = fc.integer({ min: 0, max: 10_000_000_000 });
  const percents = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
  const offers = fc.record({
    offerId: fc.constantFrom('o1', 'o2', 'o3'),
    title: fc.constantFrom('One', 'Two'),
    discountType: fc.constantFrom('percentage', 'fixed', 'bundle', 'gift'),
    discountPercentage: percents,
    discountInMinorUnits: amounts,
    originalPriceInMinorUnits: fc.option(amounts),
    discountedPriceInMinorUnits: fc.option(amounts),
  });
  const names = ['a', 'b', 'c', 'd', 'e'];
  const someLines: fc.Arbitrary<PriceLine> = fc.record({
    productId: fc.constantFrom(...names),
    quantity: fc.integer({ min: 1, max: 999 }),
    listPriceInMinorUnits: amounts,
    offer: fc.option(offers),
  });
  const promos = fc.option(
    fc.record({
      promoCode: fc.constant('CODE'),
      title: fc.constant('A code'),
      discountPercentage: percents,
      targetProducts: fc.subarray(names),
    }),
  );
  const carts = fc.record({
    lines: fc.array(someLines, { maxLength: 30 }),
    promo: promos,
    policy: fc.record({
      feeInMinorUnits: fc.integer({ min: 0, max: 100_000 }),
      freeAboveInMinorUnits: amounts,
      taxPercent: percents,
    }),
  });
  const forAnyCart = (predicate: (cart: Parameters<typeof priceCart>[0]) => void) =>
    fc.assert(fc.property(carts, predicate));

  it('has no negative price or total, and integer amounts only (I-6, CONF-57)', () => {
    forAnyCart((cart) => {
      const pricing = priceCart(cart);
      const { subtotalInMinorUnits, shippingInMinorUnits, taxInMinorUnits, totalInMinorUnits } = pricing;
      const cartAmounts = [subtotalInMinorUnits, shippingInMinorUnits, taxInMinorUnits, totalInMinorUnits];
      for (const priced of pricing.lines)
        cartAmounts.push(priced.unitPriceInMinorUnits, priced.lineTotalInMinorUnits);
      expect(cartAmounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
      const decisionAmounts = pricing.decisions.map(({ amountInMinorUnits }) => amountInMinorUnits);
      expect(decisionAmounts.every((amount) => Number.isSafeInteger(amount) && !Object.is(amount, -0))).toBe(
        true,
      );
    });
  });

  it('adds up: lines to the subtotal, parts and decisions to the total (I-6, CONST-04)', () => {
    forAnyCart((cart) => {
      const pricing = priceCart(cart);
      const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
      expect(sum(pricing.lines.map((one) => one.lineTotalInMinorUnits))).toBe(pricing.subtotalInMinorUnits);
      expect(pricing.totalInMinorUnits).toBe(
        pricing.subtotalInMinorUnits + pricing.shippingInMinorUnits + pricing.taxInMinorUnits,
      );
      expect(sum(pricing.decisions.map((one) => one.amountInMinorUnits))).toBe(pricing.totalInMinorUnits);
    });
  });

  it('does not depend on the order of the lines', () => {
    forAnyCart((cart) => {
      const inOrder = priceCart(cart);
      const reversed = priceCart({ ...cart, lines: cart.lines.toReversed() });
      expect(reversed.totalInMinorUnits).toBe(inOrder.totalInMinorUnits);
      expect(reversed.savingsInMinorUnits).toBe(inOrder.savingsInMinorUnits);
      expect(reversed.lines.toReversed()).toEqual(inOrder.lines);
    });
  });

  it('is unchanged by adding and removing lines and a promo code (CART-37)', () => {
    fc.assert(
      fc.property(carts, someLines, (cart, added) => {
        const before = priceCart({ ...cart, promo: null });
        priceCart({ ...cart, lines: [...cart.lines, added] });
        expect(priceCart({ ...cart, promo: null })).toEqual(before);
        const withAddedLine = priceCart({ ...cart, lines: [...cart.lines, added], promo: null });
        expect(withAddedLine.lines.slice(0, -1)).toEqual(before.lines);
        expect(
          withAddedLine.subtotalInMinorUnits - (withAddedLine.lines.at(-1)?.lineTotalInMinorUnits ?? 0),
        ).toBe(before.subtotalInMinorUnits);
      }),
    );
  });

  it('a promo code never raises a price, and never changes a line that it does not apply to (CONF-17, CART-36)', () => {
    forAnyCart((cart) => {
      const linesWithoutPromo = priceCart({ ...cart, promo: null }).lines;
      for (const [index, priced] of priceCart(cart).lines.entries()) {
        const lineWithoutPromo = linesWithoutPromo[index];
        const cartLine = cart.lines[index];
        if (!lineWithoutPromo || !cartLine) throw new Error('A line is missing.');
        expect(priced.unitPriceInMinorUnits).toBeLessThanOrEqual(lineWithoutPromo.unitPriceInMinorUnits);
        if (!cart.promo || !promoReaches(cartLine, cart.promo)) expect(priced).toEqual(lineWithoutPromo);
      }
    });
  });
});
