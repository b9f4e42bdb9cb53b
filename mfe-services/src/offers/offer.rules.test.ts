import type { Offer } from '@kinmel/contracts';
import { aProduct } from '@kinmel/testing/page';
import { anOffer } from '../testing/offers.ts';
import { flagText, validityText } from './live-offers.ts';
import { categoriesOf, dayAmong, isLive, offerFor, priceOf, sellsGoods, stepsOf } from './offer.rules.ts';
import { offersAnswer } from './offer-answers.ts';
import { offerPicture } from './offer-picture.tsx';

const today = '2026-11-21';

describe('an offer is live (OFFR-18, CONF-55)', () => {
  it.each([
    ['today is its last day', { validUntil: today }, true],
    ['today is its first day', { validFrom: today }, true],
    ['its last day was yesterday', { validUntil: '2026-11-20' }, false],
    ['its first day is tomorrow', { validFrom: '2026-11-22' }, false],
    ['it is switched off', { isActive: false }, false],
  ])('when %s, by %j: %s', (_, change, live) => {
    expect(isLive(anOffer(change), today)).toBe(live);
  });

  it.each([-12, -3.5, 0, 5.75, 14])(
    'by the day of a shop %s hours ahead of UTC, whose time zone is needed only near that day',
    (ahead) => {
      const now = new Date('2026-11-21T18:15:00Z');
      const dayOf = jest.fn((moment: Date) =>
        new Date(moment.getTime() + ahead * 3_600_000).toISOString().slice(0, 10),
      );
      for (const day of ['', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])
        expect([day, dayAmong([day], now, dayOf) > day, dayAmong([day], now, dayOf) < day]).toEqual([
          day,
          dayOf(now) > day,
          dayOf(now) < day,
        ]);
      dayOf.mockClear();
      dayAmong(['', '2026-11-20', '2026-11-23'], now, dayOf);
      expect(dayOf).not.toHaveBeenCalled();
    },
  );
});

describe('the texts of an offer', () => {
  it.each([
    ['12% off', {}],
    ['NPR 8,000 off', { discountType: 'fixed', discountValue: 8000 }],
    ['Free charger', { discountType: 'gift', discountValue: 0, discount: 'Free charger' }],
    ['Bundle', { discountType: 'bundle', discount: '' }],
  ] as const)('say %j on its flag (OFFR-03, CONF-53)', (text, change) => {
    expect(flagText(anOffer(change))).toBe(text);
  });

  it('contain the last day (OFFR-04)', () => {
    expect(validityText(anOffer({ validUntil: '2026-12-31' }))).toBe('Valid until 31 December 2026');
  });

  it('contain its own steps or the default ones (OFFR-22, OFFR-23, OFFR-24)', () => {
    expect(stepsOf(anOffer())).toEqual([
      'Add eligible items to your cart.',
      'Enter the promo code during checkout.',
      'The discount is applied automatically.',
    ]);
    expect(stepsOf(anOffer({ redemptionSteps: ['Show your card.'] }))).toEqual(['Show your card.']);
  });

  it('contain each category once (OFFR-01, OFFR-25, CONF-52)', () => {
    const categories = ['Apple', 'Student', 'Apple', '', 'Trade-in'];
    expect(categoriesOf(categories.map((category) => anOffer({ category })))).toEqual([
      'Apple',
      'Student',
      'Trade-in',
    ]);
  });
});

describe('the price of an offer', () => {
  it('equals the price in the cart (SIL-16)', () => {
    expect(priceOf(anOffer())).toEqual({ price: 144_900, oldPrice: 164_900 });
    expect(priceOf(anOffer({ productDetails: { originalPrice: 100_000 } }))).toEqual({
      price: 88_000,
      oldPrice: 100_000,
    });
    expect(priceOf(anOffer({ productDetails: { discountedPrice: 5000 } }))).toEqual({
      price: 5000,
      oldPrice: null,
    });
    expect(priceOf(anOffer({ productDetails: { price: 100_000 } }))?.price).toBe(88_000);
  });

  it('is undefined when the offer has none', () => {
    expect(priceOf(anOffer({ productDetails: {} }))).toBeUndefined();
  });
});

describe('the suggested offer', () => {
  const offerForProduct = anOffer({ id: '1'.repeat(24), targetProducts: ['p1'] });
  const everything = anOffer({ id: '2'.repeat(24) });
  const gift = anOffer({ id: '3'.repeat(24), discountType: 'gift', targetProducts: [] });

  it('is one for the product, else one for everything, else none', () => {
    expect(offerFor([gift, everything, offerForProduct], ['p0', 'p1'])).toBe(offerForProduct);
    expect(offerFor([gift, everything, offerForProduct], ['p2'])).toBe(everything);
    expect(offerFor([gift, everything, offerForProduct], undefined)).toBe(everything);
    expect(offerFor([gift, offerForProduct], ['p2'])).toBeUndefined();
  });
});

describe('the picture of an offer', () => {
  it('is its own stored picture, else that of its product, else none', () => {
    const picturePath = '/uploads/ab12/640.webp';
    expect(offerPicture({ image: picturePath }, aProduct(), '1px')?.src).toBe(picturePath);
    expect(offerPicture({ image: '' }, aProduct(), '1px')?.src).toBe('/uploads/iphone-13-pro/640.webp');
    expect(offerPicture({ image: 'https://elsewhere.example/x.png' }, undefined, '1px')).toBeUndefined();
  });
});

describe('an answer with offers', () => {
  const offer = anOffer();
  it.each([[[offer]], [{ success: true, offers: [offer] }], [{ data: [offer] }]])(
    'is read from a bare list, `offers` and `data` (API-32, CONF-43)',
    (answer) => {
      expect(offersAnswer.parse(answer)).toMatchObject([{ title: 'Galaxy Festival', promoCode: 'GALAXY12' }]);
    },
  );

  it('leaves out offers without id or title and defaults other fields (ENT-34 to ENT-37)', () => {
    const title = 'Only a title';
    expect(offersAnswer.parse([null, 7, {}, { _id: 'x', title, discountValue: 'much' }])).toMatchObject([
      { id: 'x', title, discountValue: 0, redemptionSteps: [], productDetails: {}, isActive: false },
    ]);
  });

  it.each([[undefined], ['offers'], [{ offers: 'none' }]])('is refused when it is %j', (answer) => {
    expect(offersAnswer.safeParse(answer).success).toBe(false);
  });
});

describe('an offer sells goods', () => {
  it.each([
    ['a code for everything', { productDetails: {} }, false],
    ['named goods', { productDetails: { name: 'Earbuds' } }, true],
    ['a price only', { productDetails: { discountedPrice: 0 } }, true],
    ['a product', { productDetails: {}, targetProducts: ['p1'] }, true],
    ['a gift', { productDetails: {}, discountType: 'gift' }, true],
    ['no code', { productDetails: {}, promoCode: '' }, true],
  ] as const)('with %s, by %j: %s (SIL-16)', (_, change, expected) => {
    expect(sellsGoods(anOffer(change as Partial<Offer>))).toBe(expected);
  });
});
