import { productSpecNames, productTextEntries } from '@kinmel/contracts/browser';
import {
  addTexts,
  checkForm,
  type ProductErrors,
  type ProductFields,
} from '../../products/product-form.rules.ts';

type FieldName = keyof ProductErrors;

export const productTabs = [
  { value: 'basic-info', label: 'Basic Info', fields: productTextEntries.map(([name]) => name) },
  { value: 'pricing', label: 'Pricing', fields: ['price', 'oldPrice', 'stock', 'inStock', 'featured'] },
  { value: 'category', label: 'Category', fields: ['category'] },
  { value: 'specifications', label: 'Specifications', fields: productSpecNames },
  { value: 'media', label: 'Media', fields: ['image', 'pictures'] },
] as const satisfies readonly { value: string; label: string; fields: readonly FieldName[] }[];

export type ProductTab = (typeof productTabs)[number]['value'];

/** The first tab with one of these fields. */
export const tabWith = (names: readonly string[]): ProductTab | undefined =>
  productTabs.find(({ fields }) => fields.some((name: FieldName) => names.includes(name)))?.value;

/** `complete` when all required fields of the tab are filled in. */
export function tabState(
  tab: ProductTab,
  form: ProductFields,
  errorOf: (name: FieldName) => string | undefined,
): 'wrong' | 'complete' | 'open' {
  const fields: readonly FieldName[] = productTabs.find(({ value }) => value === tab)?.fields ?? [];
  if (fields.some((name) => errorOf(name) !== undefined)) return 'wrong';
  const errors = checkForm(form, addTexts);
  const isComplete =
    tab === 'media'
      ? form.file !== undefined
      : tab === 'specifications'
        ? productSpecNames.some((name) => form[name].trim() !== '')
        : fields.every((name) => errors[name] === undefined);
  return isComplete ? 'complete' : 'open';
}
