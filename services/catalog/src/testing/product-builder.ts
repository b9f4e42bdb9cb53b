import { emptyProductTexts } from '@kinmel/contracts';
import type { ProductState } from '../products/product.rules.ts';

const creationTime = new Date('2026-01-15T06:00:00.000Z');

/** A product with fixed values; pass only what the test is about. */
export function aProduct(fields: Partial<ProductState> = {}): ProductState {
  return {
    id: '65a000000000000000000001',
    ...emptyProductTexts,
    name: 'Pixel 10',
    brand: 'Google',
    category: 'smartphone',
    description: 'A plain phone with a telephoto lens.',
    priceInMinorUnits: 11_490_000,
    oldPriceInMinorUnits: 12_990_000,
    currency: 'NPR',
    featured: false,
    isAvailable: true,
    stock: 11,
    image: '',
    pictures: [],
    specs: { storage: '128 GB', color: 'Indigo' },
    createdAt: creationTime,
    updatedAt: creationTime,
    version: 1,
    editedVersion: fields.version ?? 1,
    stockAtVersion: fields.stock ?? 11,
    ...fields,
  };
}

/** The id of the n-th product of a test. */
export const idNumber = (n: number) => n.toString(16).padStart(24, '0');
