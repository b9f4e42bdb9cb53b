import { toast } from '@kinmel/web-kit';
import { problemDetails } from '@kinmel/web-kit/forms';
import { productFailure } from '../failure-text.ts';
import { type RecordForm, type RecordFormOptions, useRecordForm } from '../forms/use-record-form.ts';
import type { ListedProduct } from './product-answers.rules.ts';
import {
  checkForm,
  emptyFields,
  fieldsOf,
  type ProductErrors,
  type ProductFields,
  type ProductTexts,
  pictureFields,
} from './product-form.rules.ts';
import { useReadProducts } from './products-api.ts';

type Options = RecordFormOptions<ListedProduct, ProductFields>;

interface ProductFormOptions extends Pick<Options, 'save' | 'onSaved'> {
  /** Undefined for a new product. */
  product: ListedProduct | undefined;
  texts: ProductTexts;
  imageError?: (fields: ProductFields, current: ListedProduct | undefined) => string | undefined;
  failureText?: (error: unknown) => string;
  onRefused?: (invalidFields: readonly string[]) => void;
}

export type ProductEdit = RecordForm<ListedProduct, ProductFields>;

const updateFailure = (error: unknown) =>
  productFailure(error, 'Network error, please try again.', 'Failed to update product');

/** The form of a product. Its draft leaves out pictures: files cannot be stored. */
export function useProductForm(options: ProductFormOptions): ProductEdit {
  const { product, texts, imageError, failureText = updateFailure } = options;
  const readProducts = useReadProducts();
  return useRecordForm<ListedProduct, ProductFields>({
    ...options,
    kind: 'edited-product',
    what: 'edit',
    record: product,
    omittedFromDraft: pictureFields,
    fieldsOf: (record) => (record ? fieldsOf(record) : emptyFields),
    check: (fields, current): ProductErrors => ({
      ...checkForm(fields, texts, { needsStock: current?.stock !== undefined }),
      image: imageError?.(fields, current),
    }),
    readFresh: async (id) => {
      const rows = await readProducts([id]);
      return rows && (rows[0] ?? null);
    },
    failureText,
    fieldOf: (path) =>
      path
        .replace(/^specs\./, '')
        .replace(/^stockSeen$/, 'stock')
        .replace(/^images.*/, 'pictures'),
    onRefused: (error, invalidFields) => {
      if (error !== undefined && problemDetails(error).length === 0) return;
      toast.error(texts.invalid);
      options.onRefused?.(invalidFields);
    },
  });
}
