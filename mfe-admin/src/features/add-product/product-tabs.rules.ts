import { productSpecNames, productTextEntries } from '@kinmel/contracts/browser';
import {
  addTexts,
  checkForm,
  type PictureField,
  type ProductErrors,
  type ProductField,
  type ProductForm,
} from '../../products/product-form.rules.ts';

/** The tabs of Add Product with the fields of each. */
export const productTabs = [
  { value: 'basic-info', label: 'Basic Info', fields: productTextEntries.map(([name]) => name) },
  { value: 'pricing', label: 'Pricing', fields: ['price', 'oldPrice', 'stock', 'inStock', 'featured'] },
  { value: 'category', label: 'Category', fields: ['category'] },
  { value: 'specifications', label: 'Specifications', fields: productSpecNames },
  { value: 'media', label: 'Media', fields: ['image', 'images'] },
] as const satisfies readonly {
  value: string;
  label: string;
  fields: readonly (ProductField | PictureField)[];
}[];

export type ProductTab = (typeof productTabs)[number]['value'];

const fieldsOf = (tab: ProductTab): readonly (ProductField | PictureField)[] =>
  productTabs.find(({ value }) => value === tab)?.fields ?? [];

/** Marked when something in it was found wrong; complete when all that it needs is there. */
export type TabState = 'wrong' | 'complete' | 'open';

export function tabState(
  tab: ProductTab,
  { form, hasImage, errors }: { form: ProductForm; hasImage: boolean; errors: ProductErrors },
): TabState {
  const fields = fieldsOf(tab);
  if (fields.some((field) => errors[field] !== undefined)) return 'wrong';
  if (tab === 'media') return hasImage ? 'complete' : 'open';
  if (tab === 'specifications')
    return productSpecNames.some((name) => form[name].trim() !== '') ? 'complete' : 'open';
  const missing = checkForm(form, addTexts);
  return fields.some((field) => missing[field] !== undefined) ? 'open' : 'complete';
}

/** The tab where the first error stands. */
export const firstWrongTab = (errors: ProductErrors): ProductTab | undefined =>
  productTabs.find(({ fields }) =>
    fields.some((field: ProductField | PictureField) => errors[field] !== undefined),
  )?.value;
