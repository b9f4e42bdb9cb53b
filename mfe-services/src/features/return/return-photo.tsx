import { apiProblem } from '@kinmel/web-kit';
import { useRef, useState } from 'react';
import { PhotoField, UploadProgress } from '../../requests/photo/photo-field.tsx';
import { photoError } from '../../requests/photo/photo-upload.rules.ts';
import { returnApi } from './return-api.ts';

/** A chosen photo; it has an id once it is stored. */
export interface ChosenPhoto {
  readonly name: string;
  readonly id?: string | undefined;
}

interface ReturnPhotoProps {
  label: string;
  photo: ChosenPhoto | null;
  isStoring: boolean;
  onChange: (photo: ChosenPhoto | null, isStoring?: boolean) => void;
}

/**
 * A photo that is uploaded as soon as it is chosen. When the session ends, the draft keeps its id or, before the upload
 * has finished, its name, so that the form can say that it is missing.
 */
export function ReturnPhoto({ label, photo, isStoring, onChange }: ReturnPhotoProps) {
  const [upload, { isLoading }] = returnApi.useUploadReturnPhotoMutation();
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState(0);
  const [error, setError] = useState<string>();
  const sending = useRef<ReturnType<typeof upload>>(undefined);

  const begin = (next: File | undefined, wrong?: string) => {
    sending.current?.abort();
    sending.current = undefined;
    setError(wrong);
    setFile(next);
  };
  const remove = (wrong?: string) => {
    begin(undefined, wrong);
    onChange(null);
  };
  const store = async (next: File) => {
    begin(next);
    onChange({ name: next.name }, true);
    setShare(0);
    const body = new FormData();
    body.append('photo', next);
    const running = upload({ body, onProgress: setShare });
    sending.current = running;
    const result = await running;
    // Another photo was chosen meanwhile, or this one was removed.
    if (sending.current !== running) return;
    if (result.data) return onChange({ name: next.name, id: result.data.photoId });
    remove(apiProblem(result.error).message ?? 'Your photo could not be uploaded.');
  };

  const { name, id } = photo ?? {};
  return (
    <div>
      <PhotoField
        label={label}
        alt={`Preview of ${label.toLowerCase()}`}
        photo={file}
        storedName={id && name}
        lostPhoto={id || isStoring ? undefined : name}
        error={error}
        announceError
        onChange={(next, problem) => {
          const wrong = next && photoError(next, problem);
          if (!next || wrong) remove(wrong);
          else void store(next);
        }}
      />
      {isLoading ? <UploadProgress share={share} onCancel={() => remove()} /> : null}
    </div>
  );
}
