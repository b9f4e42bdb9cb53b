import { highestEstimate, modelKey } from '@kinmel/contracts';
import fc from 'fast-check';
import { estimate, knownModels } from './estimate.rules.ts';

const phone = {
  brand: 'apple',
  model: 'iPhone 13',
  storage: '128',
  condition: 'excellent',
  hasCharger: false,
} as const;

describe('an estimate (SR-E1, CONF-09, GEN-06)', () => {
  it('is a range in whole dollars around the price of the table, with the version of the table', () => {
    expect(estimate(phone)).toEqual({ lowInMinorUnits: 26_600, highInMinorUnits: 31_400, tableVersion: 1 });
  });

  it('ignores the spelling of a model', () => {
    expect(estimate({ ...phone, model: ' IPHONE  13' })).toEqual(estimate(phone));
  });

  it('depends on the exact model, in any spelling', () => {
    const models = knownModels().flatMap(({ brand, models: names }) =>
      names.map((model) => ({ brand, model })),
    );
    const spelling = fc.record({
      phone: fc.constantFrom(...models),
      space: fc.constantFrom('', ' ', '  ', '\u00A0', '-', '\u2011'),
      isUpper: fc.boolean(),
    });
    fc.assert(
      fc.property(spelling, ({ phone: { brand, model }, space, isUpper }) => {
        const typedModel = model.replaceAll(' ', space);
        const phoneOfBrand = { ...phone, storage: '1024' as const, brand };
        expect(estimate({ ...phoneOfBrand, model: isUpper ? typedModel.toUpperCase() : typedModel })).toEqual(
          estimate({ ...phoneOfBrand, model }),
        );
        for (const suffix of ['+', ' Plus', ' Ultra 2', ' FE', ' mini'])
          expect(estimate({ ...phoneOfBrand, model: `${typedModel}${suffix}` })).toBeNull();
      }),
    );
    expect(new Set(models.map(({ model }) => modelKey(model))).size).toBe(models.length);
  });

  it('is higher with more storage and with a charger', () => {
    const lowestPriceOf = (changes: object) => estimate({ ...phone, ...changes })?.lowInMinorUnits ?? 0;
    expect(lowestPriceOf({ storage: '512' })).toBeGreaterThan(lowestPriceOf({}));
    expect(lowestPriceOf({ hasCharger: true })).toBeGreaterThan(lowestPriceOf({}));
  });

  it.each([
    ['excellent', 26_600, 31_400],
    ['good', 22_600, 26_700],
    ['fair', 17_300, 20_400],
    ['poor', 9_300, 11_000],
  ] as const)('of a phone in %s condition is its share of the price', (condition, low, high) => {
    expect(estimate({ ...phone, condition })).toMatchObject({
      lowInMinorUnits: low,
      highInMinorUnits: high,
    });
  });

  it.each([
    ['an unknown model', { model: 'Phone One' }],
    ['a bigger model that the table lacks', { brand: 'samsung' as const, model: 'Galaxy S24+' }],
    ['its name with Plus', { brand: 'samsung' as const, model: 'Galaxy S24 Plus' }],
    ['a name with words of another script', { model: 'iPhone 13 प्रो' }],
    ['the same model of another brand', { brand: 'samsung' as const }],
    ['a storage that the model never had', { storage: '16' as const }],
  ])('is null for %s', (_what, changes) => {
    expect(estimate({ ...phone, ...changes })).toBeNull();
  });

  it('is at most the highest estimate of the pages, which the best phone reaches', () => {
    const best = { ...phone, storage: '1024', hasCharger: true } as const;
    const highs = knownModels().flatMap(({ brand, models }) =>
      models.map((model) => estimate({ ...best, brand, model })?.highInMinorUnits ?? 0),
    );
    expect(Math.max(...highs)).toBe(highestEstimate * 100);
  });

  it('exists for every suggested model', () => {
    for (const { brand, models } of knownModels())
      for (const model of models)
        expect(estimate({ ...phone, brand, model, storage: '1024' })).not.toBeNull();
  });
});
