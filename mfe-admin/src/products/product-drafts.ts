import { type TabDraft, tabDraft } from '@kinmel/web-kit/forms';
import { type ListedProduct, listedProduct } from './product-answers.rules.ts';
import { type ProductForm, readForm } from './product-form.rules.ts';

/** What was filled in of a new product; its picture is a file, which the tab cannot keep. */
export const newProductDraft: TabDraft<{ form: ProductForm }> = tabDraft({
  key: 'kinmel.newProductDraft',
  parse: (raw) => {
    const form = readForm(Reflect.get(raw, 'form'));
    return form && { form };
  },
});

/** What was changed of a product, and the product that the form began with. */
export interface EditDraft {
  readonly form: ProductForm;
  readonly base: ListedProduct;
}

/** The last product that was changed and not saved. */
export const editDraft: TabDraft<EditDraft> = tabDraft({
  key: 'kinmel.editedProductDraft',
  parse: (raw) => {
    const form = readForm(Reflect.get(raw, 'form'));
    const base = listedProduct.safeParse(Reflect.get(raw, 'base')).data;
    return form && base && { form, base };
  },
});
