import { apiProblem } from '@kinmel/web-kit';
import { useEffect, useRef, useState } from 'react';
import { productsApi } from '../products-api.ts';
import type { FormPicture } from './form-pictures.rules.ts';

type Uploaded =
  | { readonly url: string }
  /** Without words when it was cancelled. */
  | { readonly url?: undefined; readonly error: string | undefined };

/** A file that is on its way, and the share of it that has left, from 0 to 1. */
export interface UploadProgress {
  readonly file: File;
  readonly share: number;
}

/** Uploads the pictures of a form with progress; a picture that has arrived is not sent a second time. */
export function useImageUpload(path: '/api/upload' | '/api/upload/upload') {
  const [send] = productsApi.useUploadProductImageMutation();
  const [progress, setProgress] = useState<UploadProgress>();
  const running = useRef<{ abort: () => void }>(undefined);
  const arrived = useRef(new WeakMap<File, string>());

  useEffect(() => () => running.current?.abort(), []);

  const upload = async (file: File): Promise<Uploaded> => {
    const known = arrived.current.get(file);
    if (known !== undefined) return { url: known };
    setProgress({ file, share: 0 });
    const call = send({ path, file, onProgress: (share) => setProgress({ file, share }) });
    running.current = call;
    const { data, error } = await call;
    running.current = undefined;
    setProgress(undefined);
    if (data !== undefined) {
      arrived.current.set(file, data);
      return { url: data };
    }
    if ((error as { name?: unknown } | undefined)?.name === 'AbortError') return { error: undefined };
    const { kind, message } = apiProblem(error);
    return { error: (kind === 'answer' && message) || 'Image upload failed.' };
  };

  /** One after the other, in their order; the first that fails ends it and is named. */
  const uploadAll = async (
    pictures: readonly FormPicture[],
  ): Promise<{ readonly urls?: readonly string[]; readonly error?: string }> => {
    const urls: string[] = [];
    for (const picture of pictures) {
      const uploaded = picture.file ? await upload(picture.file) : picture;
      if (uploaded.url !== undefined) urls.push(uploaded.url);
      else if ('error' in uploaded && uploaded.error !== undefined)
        return { error: `${picture.file?.name}: ${uploaded.error}` };
      else return {};
    }
    return { urls };
  };

  return { upload, uploadAll, progress, cancel: () => running.current?.abort() };
}
