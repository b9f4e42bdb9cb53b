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

  it('is that of the model alone, in any spelling of it', () => {
    const models = knownModels().flatMap(({ brand, models: names }) =>
      names.map((model) => ({ brand, model })),
    );
    const spelled = fc.record({
      phone: fc.constantFrom(...models),
      space: fc.constantFrom('', ' ', '  ', '\u00A0', '-', '\u2011'),
      isUpper: fc.boolean(),
    });
    fc.assert(
      fc.property(spelled, ({ phone: { brand, model }, space, isUpper }) => {
        const typed = model.replaceAll(' ', space);
        const asked = { ...phone, storage: '1024' as const, brand };
        expect(estimate({ ...asked, model: isUpper ? typed.toUpperCase() : typed })).toEqual(
          estimate({ ...asked, model }),
        );
        for (const more of ['+', ' Plus', ' Ultra 2', ' FE', ' mini'])
          expect(estimate({ ...asked, model: `${typed}${more}` })).toBeNull();
      }),
    );
    expect(new Set(models.map(({ model }) => modelKey(model))).size).toBe(models.length);
  });

  it('is higher with more storage and with a charger', () => {
    const of = (changes: object) => estimate({ ...phone, ...changes })?.lowInMinorUnits ?? 0;
    expect(of({ storage: '512' })).toBeGreaterThan(of({}));
    expect(of({ hasCharger: true })).toBeGreaterThan(of({}));
  });

  it.each([
    ['excellent', 26_600, 31_400],
    ['good', 22_600, 26_700],
    ['fair', 17_300, 20_400],
    ['poor', 9_300, 11_000],
  ] as const)('leaves a phone in %s condition its share of the price', (condition, low, high) => {
    expect(estimate({ ...phone, condition })).toMatchObject({
      lowInMinorUnits: low,
      highInMinorUnits: high,
    });
  });

  it.each([
    ['a model that nobody knows', { model: 'Phone One' }],
    ['a bigger model that the table lacks', { brand: 'samsung' as const, model: 'Galaxy S24+' }],
    ['its name with Plus', { brand: 'samsung' as const, model: 'Galaxy S24 Plus' }],
    ['a name with words of another script', { model: 'iPhone 13 प्रो' }],
    ['the same model of another brand', { brand: 'samsung' as const }],
    ['a storage that the model never had', { storage: '16' as const }],
  ])('is not made up for %s', (_what, changes) => {
    expect(estimate({ ...phone, ...changes })).toBeNull();
  });

  it('is never above what the pages offer at most, which the best phone reaches', () => {
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
