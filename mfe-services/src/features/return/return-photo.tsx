import { apiProblem } from '@kinmel/web-kit';
import { useRef, useState } from 'react';
import { PhotoField, UploadProgress } from '../../requests/photo/photo-field.tsx';
import { photoError } from '../../requests/photo/photo-upload.rules.ts';
import { returnApi } from './return-api.ts';

interface ReturnPhotoProps {
  label: string;
  /** Its id; null without a photo, undefined while it is uploaded. */
  onChange: (photoId: string | null | undefined) => void;
}

/** A photo that is stored as soon as it is chosen. */
export function ReturnPhoto({ label, onChange }: ReturnPhotoProps) {
  const [upload, { isLoading }] = returnApi.useUploadReturnPhotoMutation();
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState(0);
  const [error, setError] = useState<string>();
  const sending = useRef<ReturnType<typeof upload>>(undefined);

  const choose = async (next: File | undefined, wrong = next && photoError(next)) => {
    sending.current?.abort();
    sending.current = undefined;
    setError(wrong);
    setFile(wrong ? undefined : next);
    if (wrong || !next) return onChange(null);
    onChange(undefined);
    setShare(0);
    const body = new FormData();
    body.append('photo', next);
    const running = upload({ body, onProgress: setShare });
    sending.current = running;
    const result = await running;
    // Another photo was chosen meanwhile, or this one was removed.
    if (sending.current !== running) return;
    if (result.data) return onChange(result.data.photoId);
    void choose(undefined, apiProblem(result.error).message ?? 'Your photo could not be uploaded.');
  };

  return (
    <div>
      <PhotoField
        label={label}
        alt={`Preview of ${label.toLowerCase()}`}
        photo={file}
        error={error}
        announceError
        onChange={(next, problem) => void choose(next, next && photoError(next, problem))}
      />
      {isLoading ? <UploadProgress share={share} onCancel={() => void choose(undefined)} /> : null}
    </div>
  );
}
