import { apiProblem, selectIsSignedIn, selectUser, toast, useAppSelector } from '@kinmel/web-kit';
import { problemDetails } from '@kinmel/web-kit/forms';
import { useRef, useState } from 'react';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { type FormPicture, pictureOfFile } from '../../products/image/form-pictures.rules.ts';
import { useFurtherPictures } from '../../products/image/use-further-pictures.ts';
import { useImageUpload } from '../../products/image/use-image-upload.ts';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import { newProductDraft } from '../../products/product-drafts.ts';
import {
  addTexts,
  checkForm,
  createBody,
  emptyForm,
  fileError,
  isSameForm,
  type PictureField,
  type ProductErrors,
  type ProductForm,
  refusedFields,
} from '../../products/product-form.rules.ts';
import { productsApi } from '../../products/products-api.ts';

const unauthorized = 'Unauthorized. Please login.';

/** The token is what a request is sent with; who emptied the storage has none. */
function hasToken(): boolean {
  try {
    return Boolean(localStorage.getItem('token'));
  } catch {
    return false;
  }
}

/** AERR-31, AERR-32. */
function failureText(error: unknown): string {
  const { kind, message } = apiProblem(error);
  const reason = (kind === 'answer' && message) || 'No response from server (possible network or CORS error)';
  return `Error adding product: ${reason}`;
}

/** The state of the form of a new product: the picture goes first, then the product. */
export function useNewProduct({ onAdded }: { onAdded: () => void }) {
  const userId = useAppSelector(selectUser)?.id;
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const [form, setForm] = useState<ProductForm>(() => newProductDraft.read(userId)?.form ?? emptyForm);
  const [file, setFile] = useState<File>();
  const further = useFurtherPictures([]);
  const [errors, setErrors] = useState<ProductErrors>({});
  const [failure, setFailure] = useState<string>();
  const [added, setAdded] = useState<ListedProduct>();
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const upload = useImageUpload('/api/upload');
  const [create] = productsApi.useCreateProductMutation();
  const { question } = useLeaveGuard(
    !isSameForm(form, emptyForm) || file !== undefined || further.isChanged,
    newProductDraft.forget,
  );

  const empty = () => {
    setForm(emptyForm);
    setFile(undefined);
    further.reset();
    setErrors({});
    setFailure(undefined);
    newProductDraft.forget();
  };

  const refuse = (wrong: ProductErrors) => {
    setErrors(wrong);
    setRefusals((count) => count + 1);
    toast.error('Please fix the errors above');
    return wrong;
  };

  /** Without words the upload was cancelled. */
  const refuseUpload = (field: PictureField, error: string | undefined): ProductErrors | undefined => {
    if (error === undefined) return undefined;
    setErrors({ [field]: error });
    setRefusals((count) => count + 1);
    toast.error(error);
    return { [field]: error };
  };

  /** Answers the wrong fields, if there are any. */
  async function submit(): Promise<ProductErrors | undefined> {
    if (isRunning.current) return undefined;
    setFailure(undefined);
    setAdded(undefined);
    const wrong = {
      ...checkForm(form, addTexts),
      ...(file === undefined && { image: errors.image ?? 'Product image is required' }),
    };
    if (Object.keys(wrong).length > 0 || file === undefined) return refuse(wrong);
    if (!isSignedIn || !hasToken()) {
      setFailure(unauthorized);
      return undefined;
    }
    isRunning.current = true;
    setBusy(true);
    try {
      const uploaded = await upload.upload(file);
      if (uploaded.url === undefined) return refuseUpload('image', uploaded.error);
      const { urls, error: notUploaded } = await upload.uploadAll(further.pictures);
      if (urls === undefined) return refuseUpload('images', notUploaded);
      const { data, error } = await create(createBody(form, { image: uploaded.url, images: urls }));
      if (data) {
        empty();
        setAdded(data);
        onAdded();
        toast.success('Product added successfully!');
        return undefined;
      }
      if (apiProblem(error).status === 401) {
        setFailure(unauthorized);
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
    form,
    file,
    errors,
    failure,
    isUnauthorized: failure === unauthorized,
    added,
    closeAdded: () => setAdded(undefined),
    refusals,
    isBusy,
    upload,
    further,
    question,
    submit,
    reset: empty,
    change: (changed: Partial<ProductForm>) => {
      const next = { ...form, ...changed };
      setForm(next);
      newProductDraft.keep(userId, { form: next });
      const names = Object.keys(changed);
      setErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))),
      );
    },
    makeMain: ({ key, file: chosen }: FormPicture) => {
      if (!chosen) return;
      further.replace(key, ...(file ? [pictureOfFile(file)] : []));
      setFile(chosen);
      setErrors(({ image: _before, ...others }) => others);
    },
    chooseFile: (chosen: File) => {
      const wrong = fileError(chosen);
      if (!wrong) setFile(chosen);
      setErrors(({ image: _before, ...others }) => (wrong ? { ...others, image: wrong } : others));
    },
  };
}
