import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '../../failure-text.ts';
import type { PictureFields, ProductErrors, SavedPictures } from '../product-form.rules.ts';
import { productsApi } from '../products-api.ts';

interface UploadResult {
  readonly url?: string | undefined;
  /** Undefined after a cancelled upload. */
  readonly error?: string | undefined;
}

/** A running upload; `share` is the sent part from 0 to 1. */
export interface UploadProgress {
  readonly file: File;
  readonly share: number;
}

/** Uploads pictures with progress. An uploaded file is not sent again. */
export function useImageUpload(path: '/api/upload' | '/api/upload/upload') {
  const [send] = productsApi.useUploadProductImageMutation();
  const [progress, setProgress] = useState<UploadProgress>();
  const runningUpload = useRef<{ abort: () => void }>(undefined);
  const uploadedUrls = useRef(new WeakMap<File, string>());

  useEffect(() => () => runningUpload.current?.abort(), []);

  const upload = async (file: File): Promise<UploadResult> => {
    const uploadedUrl = uploadedUrls.current.get(file);
    if (uploadedUrl !== undefined) return { url: uploadedUrl };
    setProgress({ file, share: 0 });
    const call = send({ path, file, onProgress: (share) => setProgress({ file, share }) });
    runningUpload.current = call;
    const { data, error } = await call;
    runningUpload.current = undefined;
    setProgress(undefined);
    if (data !== undefined) {
      uploadedUrls.current.set(file, data);
      return { url: data };
    }
    if ((error as { name?: unknown } | undefined)?.name === 'AbortError') return {};
    return { error: reasonOf(error, 'Image upload failed.') };
  };

  /**
   * Uploads sequentially, the main picture first, up to the first failure. `fieldErrors` is empty after a cancelled upload.
   */
  const uploadPictures = async ({
    source,
    image,
    file,
    pictures,
  }: PictureFields): Promise<SavedPictures | { readonly fieldErrors: ProductErrors }> => {
    const main = source === 'upload' && file ? await upload(file) : { url: image.trim() };
    if (main.url === undefined) return { fieldErrors: main.error === undefined ? {} : { image: main.error } };
    const images: string[] = [];
    for (const picture of pictures) {
      const { url, error }: UploadResult = picture.file ? await upload(picture.file) : picture;
      if (url === undefined)
        return { fieldErrors: error === undefined ? {} : { pictures: `${picture.file?.name}: ${error}` } };
      images.push(url);
    }
    return { image: main.url, images };
  };

  return { uploadPictures, progress, cancel: () => runningUpload.current?.abort() };
}
