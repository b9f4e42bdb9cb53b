import { apiProblem } from '@kinmel/web-kit';
import { useEffect, useRef, useState } from 'react';
import { productsApi } from '../products-api.ts';

type Uploaded =
  | { readonly url: string }
  /** Without words when it was cancelled. */
  | { readonly url?: undefined; readonly error: string | undefined };

/** Uploads the picture of a form with progress; a picture that has arrived is not sent a second time. */
export function useImageUpload(path: '/api/upload' | '/api/upload/upload') {
  const [send] = productsApi.useUploadProductImageMutation();
  const [progress, setProgress] = useState<number>();
  const running = useRef<{ abort: () => void }>(undefined);
  const arrived = useRef<{ file: File; url: string }>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  const upload = async (file: File): Promise<Uploaded> => {
    if (arrived.current?.file === file) return { url: arrived.current.url };
    setProgress(0);
    const call = send({ path, file, onProgress: setProgress });
    running.current = call;
    const { data, error } = await call;
    running.current = undefined;
    setProgress(undefined);
    if (data !== undefined) {
      arrived.current = { file, url: data };
      return { url: data };
    }
    if ((error as { name?: unknown } | undefined)?.name === 'AbortError') return { error: undefined };
    const { kind, message } = apiProblem(error);
    return { error: (kind === 'answer' && message) || 'Image upload failed.' };
  };

  return { upload, progress, cancel: () => running.current?.abort() };
}
