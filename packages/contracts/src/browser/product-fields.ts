interface ProductText {
  readonly label: string;
  readonly kind: 'text' | 'long-text';
  readonly maxLength: number;
  readonly isRequired?: boolean;
}

/**
 * The text fields of a product. Schemas, storage, answers and the form derive from this table. A field without
 * `isRequired` defaults to an empty text.
 */
export const productTexts = {
  name: { label: 'Product name', kind: 'text', maxLength: 120, isRequired: true },
  brand: { label: 'Brand', kind: 'text', maxLength: 60 },
  description: { label: 'Description', kind: 'long-text', maxLength: 4000, isRequired: true },
} as const satisfies Record<string, ProductText>;

export type ProductTextName = keyof typeof productTexts;

/** Adds the optional properties to each entry. */
export const productTextEntries: readonly (readonly [ProductTextName, ProductText])[] = Object.entries(
  productTexts,
) as [ProductTextName, ProductText][];

export const emptyProductTexts = Object.fromEntries(productTextEntries.map(([name]) => [name, ''])) as Record<
  ProductTextName,
  string
>;

/**
 * The specifications of a product with their labels, in display order. Schemas, storage, forms and pages derive from
 * this table.
 */
export const productSpecs = {
  storage: 'Storage',
  display: 'Display',
  battery: 'Battery',
  camera: 'Camera',
  connectivity: 'Connectivity',
  features: 'Features',
  sensors: 'Sensors',
  color: 'Color',
} as const;

export type ProductSpecName = keyof typeof productSpecs;

export const productSpecNames = Object.keys(productSpecs) as ProductSpecName[];
