import type { Offer } from '@kinmel/contracts';
import { anOffer } from '../testing/offers.ts';
import { categoriesOf, dayOf, isLive, offerFor, priceOf, sellsGoods, stepsOf } from './offer.rules.ts';
import { offerPicture } from './offer-picture-sources.ts';
import { flagText, validityText } from './offer-words.ts';
import { readOffers } from './read-offers.rules.ts';

const today = '2026-11-21';

describe('an offer is live (OFFR-18, CONF-55)', () => {
  it.each([
    ['today is its last day', { validUntil: today }, true],
    ['today is its first day', { validFrom: today }, true],
    ['its last day was yesterday', { validUntil: '2026-11-20' }, false],
    ['its first day is tomorrow', { validFrom: '2026-11-22' }, false],
    ['it is switched off', { isActive: false }, false],
  ])('when %s: see the last column', (_, change, live) => {
    expect(isLive(anOffer(change), today)).toBe(live);
  });

  it("counts in the shop's days, wherever the shopper is", () => {
    expect(dayOf(new Date('2026-11-21T18:14:59Z'))).toBe('2026-11-21');
    expect(dayOf(new Date('2026-11-21T18:15:00Z'))).toBe('2026-11-22');
  });
});

describe('the words of an offer', () => {
  it.each([
    ['12% off', {}],
    ['NPR 8,000 off', { discountType: 'fixed', discountValue: 8000 }],
    ['Free charger', { discountType: 'gift', discountValue: 0, discount: 'Free charger' }],
    ['Bundle', { discountType: 'bundle', discount: '' }],
  ] as const)('say %j on its flag (OFFR-03, CONF-53)', (text, change) => {
    expect(flagText(anOffer(change))).toBe(text);
  });

  it('say until when it is valid (OFFR-04)', () => {
    expect(validityText(anOffer({ validUntil: '2026-12-31' }))).toBe('Valid until 31 December 2026');
  });

  it('name its own steps, or the three of the shop (OFFR-22, OFFR-23, OFFR-24)', () => {
    expect(stepsOf(anOffer())).toEqual([
      'Add eligible items to your cart.',
      'Enter the promo code during checkout.',
      'The discount is applied automatically.',
    ]);
    expect(stepsOf(anOffer({ redemptionSteps: ['Show your card.'] }))).toEqual(['Show your card.']);
  });

  it('name each category once, in their order (OFFR-01, OFFR-25, CONF-52)', () => {
    const categories = ['Apple', 'Student', 'Apple', '', 'Trade-in'];
    expect(categoriesOf(categories.map((category) => anOffer({ category })))).toEqual([
      'Apple',
      'Student',
      'Trade-in',
    ]);
  });
});

describe('the price of an offer', () => {
  it('is the one that the cart will charge (SIL-16)', () => {
    expect(priceOf(anOffer())).toEqual({ price: 144_900, oldPrice: 164_900 });
    expect(priceOf(anOffer({ productDetails: { originalPrice: 100_000 } }))).toEqual({
      price: 88_000,
      oldPrice: 100_000,
    });
    expect(priceOf(anOffer({ productDetails: { discountedPrice: 5000 } }))).toEqual({
      price: 5000,
      oldPrice: null,
    });
  });

  it('is not shown when the offer names none', () => {
    expect(priceOf(anOffer({ productDetails: {} }))).toBeUndefined();
  });
});

describe('the offer to point at', () => {
  const own = anOffer({ id: '1'.repeat(24), targetProducts: ['p1'] });
  const everything = anOffer({ id: '2'.repeat(24) });
  const gift = anOffer({ id: '3'.repeat(24), discountType: 'gift', targetProducts: [] });

  it("is the product's own first, then one whose code reaches everything, else none", () => {
    expect(offerFor([gift, everything, own], ['p0', 'p1'])).toBe(own);
    expect(offerFor([gift, everything, own], ['p2'])).toBe(everything);
    expect(offerFor([gift, everything, own], undefined)).toBe(everything);
    expect(offerFor([gift, own], ['p2'])).toBeUndefined();
  });
});

describe('the picture of an offer', () => {
  const picture = {
    id: 'iphone',
    alt: '',
    width: 10,
    height: 10,
    dominantColor: '#ffffff',
    hasTransparency: true,
  };

  it('is its own stored one, else that of its product, else none', () => {
    expect(offerPicture({ image: '/uploads/ab12/640.webp' }, { pictures: [picture] }, '1px')?.src).toBe(
      '/uploads/ab12/640.webp',
    );
    expect(offerPicture({ image: '' }, { pictures: [picture] }, '1px')?.src).toBe('/uploads/iphone/640.webp');
    expect(offerPicture({ image: 'https://elsewhere.example/x.png' }, undefined, '1px')).toBeUndefined();
  });
});

describe('an answer with offers', () => {
  it.each([
    ['a bare list', (offers: unknown) => offers],
    ['{offers}', (offers: unknown) => ({ success: true, offers })],
    ['{data}', (offers: unknown) => ({ data: offers })],
  ])('may be %s (API-32, CONF-43)', (_, wrap) => {
    expect(readOffers(wrap([anOffer()]))).toMatchObject([
      { title: 'Galaxy Festival', promoCode: 'GALAXY12' },
    ]);
  });

  it('keeps what can be read and leaves out what cannot (ENT-34 to ENT-37)', () => {
    const offers = readOffers([null, 7, {}, { _id: 'x', title: 'Only a title', discountValue: 'much' }]);
    expect(offers).toMatchObject([
      {
        id: 'x',
        title: 'Only a title',
        discountValue: 0,
        redemptionSteps: [],
        productDetails: {},
        isActive: false,
      },
    ]);
  });

  it.each([[undefined], ['offers'], [{ offers: 'none' }]])('is refused when it is %j', (answer) => {
    expect(readOffers(answer)).toBeUndefined();
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
  ] as const)('with %s: see the last column (decision 18, SIL-16)', (_, change, expected) => {
    expect(sellsGoods(anOffer(change as Partial<Offer>))).toBe(expected);
  });
});
