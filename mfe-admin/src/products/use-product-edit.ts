import { apiProblem, selectUser, toast, useAppDispatch, useAppSelector } from '@kinmel/web-kit';
import { problemDetails } from '@kinmel/web-kit/forms';
import { useRef, useState } from 'react';
import { furtherAddresses } from './image/form-pictures.rules.ts';
import type { ListedProduct } from './product-answers.rules.ts';
import { type EditDraft, editDraft } from './product-drafts.ts';
import {
  checkForm,
  formOf,
  isSameForm,
  mergeFresh,
  type PictureField,
  type ProductErrors,
  type ProductField,
  type ProductForm,
  type ProductTexts,
  refusedFields,
  type SavedPictures,
} from './product-form.rules.ts';
import { productsApi } from './products-api.ts';

/** APROD-18. */
const fixErrors = 'Please fix the validation errors before saving';

/** Somebody else saved the product while it was changed here. */
export interface Conflict {
  /** Undefined: it left the shop. */
  readonly form: ProductForm | undefined;
  readonly contested: readonly ProductField[];
  readonly taken: readonly ProductField[];
  /** Its pictures are others now. */
  readonly hasOtherPictures: boolean;
}

interface ProductEditOptions {
  texts: ProductTexts;
  /** What a wrong form says at once, beside the words at its fields. */
  invalidText?: string;
}

const isSamePictures = (one: ListedProduct, other: ListedProduct) =>
  one.image === other.image && String(furtherAddresses(one)) === String(furtherAddresses(other));

/** Why a save failed, in the words of the specification where the server has none. */
function failureText(error: unknown): string {
  const { kind, message } = apiProblem(error);
  if (kind === 'network' || kind === 'timeout') return 'Network error, please try again.';
  return (kind === 'answer' && message) || 'Failed to update product';
}

/**
 * The state of a form that changes a product. It begins with the product as it was loaded, and goes on with what each save answered, so
 * that two saves in a row are no conflict. Who was overtaken by somebody else gets the fresh product beside what they typed.
 */
export function useProductEdit(
  product: ListedProduct,
  { texts, invalidText = fixErrors }: ProductEditOptions,
) {
  const userId = useAppSelector(selectUser)?.id;
  const dispatch = useAppDispatch();
  const [send] = productsApi.useUpdateProductMutation();
  const [{ base, form, isRestored }, setEdit] = useState<EditDraft & { isRestored?: boolean }>(() => {
    const draft = editDraft.read(userId);
    if (draft?.base.id !== product.id) return { base: product, form: formOf(product) };
    return { base: draft.base, form: draft.form, isRestored: true };
  });
  const [errors, setErrors] = useState<ProductErrors>({});
  const [conflict, setConflict] = useState<Conflict>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const isRunning = useRef(false);

  const isChanged = !isSameForm(form, formOf(base));

  const change = (changed: Partial<ProductForm>) => {
    const next = { ...form, ...changed };
    setEdit({ base, form: next, isRestored });
    editDraft.keep(userId, { base, form: next });
    const names = Object.keys(changed);
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
    );
  };

  const refuse = (wrong: ProductErrors): undefined => {
    setErrors(wrong);
    setRefusals((count) => count + 1);
    toast.error(invalidText);
  };

  /** Loads what somebody else made of it, and puts it beside what was typed here. */
  async function meetFresh(): Promise<void> {
    const { data } = await dispatch(
      productsApi.endpoints.findAdminProducts.initiate([base.id], { forceRefetch: true, subscribe: false }),
    );
    if (!data) return setFailure('Network error, please try again.');
    const [fresh] = data;
    if (!fresh) return setConflict({ form: undefined, contested: [], taken: [], hasOtherPictures: false });
    const merged = mergeFresh(form, formOf(base), formOf(fresh));
    setEdit({ base: fresh, form: merged.form });
    editDraft.keep(userId, { base: fresh, form: merged.form });
    setConflict({
      form: formOf(fresh),
      contested: merged.contested,
      taken: merged.taken,
      hasOtherPictures: !isSamePictures(base, fresh),
    });
  }

  /**
   * Saves what `bodyOf` makes of the form and answers the saved product; undefined when it was not saved, which is said in the
   * form. `more` are errors of fields that are not of the form, and `prepare` is what comes before the save.
   */
  async function save(
    bodyOf: (form: ProductForm, base: ListedProduct, pictures: SavedPictures) => object,
    {
      more = {},
      prepare = async () => ({ image: '' }),
    }: { more?: ProductErrors; prepare?: () => Promise<SavedPictures | undefined> } = {},
  ): Promise<ListedProduct | undefined> {
    if (isRunning.current) return undefined;
    setFailure(undefined);
    const wrong = { ...checkForm(form, texts, { needsStock: base.stock !== undefined }), ...more };
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    isRunning.current = true;
    setBusy(true);
    try {
      const pictures = await prepare();
      if (pictures === undefined) return undefined;
      const { data, error } = await send({ id: base.id, body: bodyOf(form, base, pictures) });
      if (data) {
        setEdit({ base: data, form: formOf(data) });
        setErrors({});
        setConflict(undefined);
        editDraft.forget();
        return data;
      }
      const { code, status } = apiProblem(error);
      if (code === 'version-conflict' || status === 404) {
        await meetFresh();
        return undefined;
      }
      const refused = refusedFields(problemDetails(error));
      if (Object.keys(refused).length > 0) return refuse(refused);
      setFailure(failureText(error));
      return undefined;
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  }

  return {
    base,
    form,
    errors,
    conflict,
    failure,
    isBusy,
    /** How often a save was refused for its fields. */
    refusals,
    isChanged,
    /** The form goes on with what was left unsaved in this tab. */
    isRestored: isRestored === true,
    startAnew: () => {
      editDraft.forget();
      setEdit({ base: product, form: formOf(product) });
      setErrors({});
    },
    change,
    save,
    setPictureError: (field: PictureField, error: string | undefined) =>
      setErrors(({ [field]: _before, ...others }) => (error ? { ...others, [field]: error } : others)),
    forgetDraft: editDraft.forget,
  };
}
