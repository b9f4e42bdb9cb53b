import type { SeedProduct } from './seed-products.ts';

const colors = [
  'Graphite',
  'Snow',
  'Sky Blue',
  'Coral',
  'Forest',
  'Lilac',
  'Sand',
  'Midnight',
  'Ruby',
  'Mint',
];
const storages = ['64 GB', '128 GB', '256 GB', '512 GB', '1 TB'];
const series = ['Air', 'Lite', 'Plus', 'Pro', 'Max', 'Neo', 'Prime', 'Edge', 'Fold', 'Play'];

/** The sample products and, up to the wanted number, generated variants for measurements. Deterministic. */
export function generateProducts(samples: readonly SeedProduct[], count: number): SeedProduct[] {
  const products = samples.slice(0, count);
  for (let number = products.length; number < count; number += 1) {
    const sample = samples[number % samples.length];
    if (!sample) break;
    const round = Math.floor(number / samples.length);
    const pick = <T>(choices: readonly T[], salt: number) =>
      choices[((Math.imul(number + 1, 2_654_435_761 + salt * 40_503) >>> 8) + salt) % choices.length];
    const color = pick(colors, 1) ?? '';
    const storage = pick(storages, 2) ?? '';
    const price =
      Math.round((sample.priceInMinorUnits * (60 + (number % 81))) / 100 / 10_000) * 10_000 + 90_000;
    products.push({
      ...sample,
      slug: `${sample.slug}-variant-${round}`,
      name: `${sample.name} ${pick(series, 3) ?? ''} ${round}`,
      featured: false,
      priceInMinorUnits: price,
      oldPriceInMinorUnits: Math.round((price * (number % 3 === 0 ? 1.15 : 1.3)) / 10_000) * 10_000,
      stock: number % 7 === 0 ? 0 : number % 50,
      specs: { ...sample.specs, storage, color },
      createdAt: new Date(Date.parse(sample.createdAt) - round * 3_600_000).toISOString(),
    });
  }
  return products;
}
