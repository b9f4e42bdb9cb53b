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
 * A photo that is uploaded as soon as it is chosen. When the session ends, the draft holds its id or, before the
 * upload has finished, only its name, so that the form can say that the photo is missing.
 */
export function ReturnPhoto({ label, photo, isStoring, onChange }: ReturnPhotoProps) {
  const [upload, { isLoading }] = returnApi.useUploadReturnPhotoMutation();
  const [file, setFile] = useState<File>();
  const [share, setShare] = useState(0);
  const [error, setError] = useState<string>();
  const currentUpload = useRef<ReturnType<typeof upload>>(undefined);

  const replaceFile = (newFile: File | undefined, fileError?: string) => {
    currentUpload.current?.abort();
    currentUpload.current = undefined;
    setError(fileError);
    setFile(newFile);
  };
  const remove = (fileError?: string) => {
    replaceFile(undefined, fileError);
    onChange(null);
  };
  const store = async (newFile: File) => {
    replaceFile(newFile);
    onChange({ name: newFile.name }, true);
    setShare(0);
    const body = new FormData();
    body.append('photo', newFile);
    const newUpload = upload({ body, onProgress: setShare });
    currentUpload.current = newUpload;
    const result = await newUpload;
    // Another photo was chosen meanwhile, or this one was removed.
    if (currentUpload.current !== newUpload) return;
    if (result.data) return onChange({ name: newFile.name, id: result.data.photoId });
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
        onChange={(newFile, problem) => {
          const fileError = newFile && photoError(newFile, problem);
          if (!newFile || fileError) remove(fileError);
          else void store(newFile);
        }}
      />
      {isLoading ? <UploadProgress share={share} onCancel={() => remove()} /> : null}
    </div>
  );
}
