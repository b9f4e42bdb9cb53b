import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ProductCategory, productSpecsSchema } from '@kinmel/contracts';
import { seedProducts } from './seed-products.ts';

const pictureFiles = new Set(readdirSync(join(__dirname, 'pictures')));

const countOf = (category: ProductCategory) =>
  seedProducts.filter((product) => product.category === category).length;

describe('the sample products', () => {
  it.each<[ProductCategory, number]>([
    ['smartphone', 20],
    ['galaxyproducts', 9],
    ['premiumsmartphones', 12],
    ['laptop', 12],
    ['watch', 12],
    ['earphones', 12],
  ])('put into category %s at least %i products (ENT-09)', (category, minimum) => {
    expect(countOf(category)).toBeGreaterThanOrEqual(minimum);
  });

  it('include the two related iPhone 13 Pro models with their prices (PDET-05 to 07)', () => {
    const related = seedProducts.filter(
      ({ name, specs }) => name === 'iPhone 13 Pro' && specs.storage === '128 GB',
    );
    const model = { category: 'premiumsmartphones', oldPriceInMinorUnits: 13_190_000 };
    for (const priceInMinorUnits of [9_150_000, 8_550_000])
      expect(related).toContainEqual(expect.objectContaining({ ...model, priceInMinorUnits }));
  });

  it('have unique slugs', () => {
    const slugs = seedProducts.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  it('have whole prices in rupees, below the old price (CONF-18)', () => {
    for (const { slug, priceInMinorUnits, oldPriceInMinorUnits } of seedProducts) {
      expect({ slug, whole: priceInMinorUnits % 100 }).toEqual({ slug, whole: 0 });
      expect(priceInMinorUnits).toBeGreaterThanOrEqual(100_000);
      expect(priceInMinorUnits).toBeLessThanOrEqual(50_000_000);
      if (oldPriceInMinorUnits === null) continue;
      expect(oldPriceInMinorUnits).toBeGreaterThan(priceInMinorUnits);
      expect(oldPriceInMinorUnits).toBeLessThan(priceInMinorUnits * 2.2);
    }
    expect(
      seedProducts.filter(({ oldPriceInMinorUnits }) => oldPriceInMinorUnits === null).length,
    ).toBeLessThan(4);
  });

  it('have every stock state: none, few, many (SIL-22)', () => {
    const stocks = seedProducts.map(({ stock }) => stock);
    expect(stocks.filter((stock) => stock === 0).length).toBeGreaterThanOrEqual(4);
    expect(stocks.filter((stock) => stock >= 1 && stock <= 5).length).toBeGreaterThanOrEqual(8);
    expect(stocks.filter((stock) => stock > 5).length).toBeGreaterThanOrEqual(40);
  });

  it('have a color, and Galaxy products all eight specifications (ENT-03, ENT-04)', () => {
    for (const { slug, specs } of seedProducts) {
      expect({ slug, color: specs.color }).toEqual({ slug, color: expect.any(String) });
    }
    const names = Object.keys(productSpecsSchema.shape).sort();
    for (const { category, specs } of seedProducts) {
      if (category === 'galaxyproducts') expect(Object.keys(specs).sort()).toEqual(names);
    }
  });

  it('have unique creation times, so that newest first is deterministic (SIL-27)', () => {
    const creationTimes = seedProducts.map(({ createdAt }) => createdAt);
    expect(new Set(creationTimes).size).toBe(creationTimes.length);
    for (const time of creationTimes) expect(new Date(time).toISOString()).toBe(time);
  });

  it('have pictures with existing files, and no file is unused', () => {
    const usedPictures = seedProducts.flatMap(({ pictures }) => pictures);
    expect(usedPictures.map(({ file }) => file).filter((file) => !pictureFiles.has(file))).toEqual([]);
    expect(
      [...pictureFiles].filter((file) => !usedPictures.some((picture) => picture.file === file)),
    ).toEqual([]);
  });
});
