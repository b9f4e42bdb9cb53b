/** A text that staff write of a product. */
interface ProductText {
  readonly label: string;
  readonly kind: 'text' | 'long-text';
  readonly maxLength: number;
  readonly isRequired?: boolean;
}

/**
 * The texts of a product. Schemas, store, answers and the form of the back office follow from a line here; one that may be empty is empty
 * in products from before it.
 */
export const productTexts = {
  name: { label: 'Product name', kind: 'text', maxLength: 120, isRequired: true },
  brand: { label: 'Brand', kind: 'text', maxLength: 60 },
  description: { label: 'Description', kind: 'long-text', maxLength: 4000, isRequired: true },
} as const satisfies Record<string, ProductText>;

export type ProductTextName = keyof typeof productTexts;

/** The same with the fields that not every line of the table has. */
export const productTextEntries: readonly (readonly [ProductTextName, ProductText])[] = Object.entries(
  productTexts,
) as [ProductTextName, ProductText][];

/** The specifications of a product by their labels, in the order of forms and pages. Schemas, store, form and pages follow from a line here. */
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
