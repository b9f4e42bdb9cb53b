import { Button } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { useFilePreview } from '@kinmel/web-kit/forms';
import { useRef, useState } from 'react';
import { PhotoField } from '../../requests/photo/photo-field.tsx';
import { photoError } from '../../requests/photo/photo-upload.rules.ts';
import { UploadProgress } from '../../requests/photo/upload-progress.tsx';
import { useUploadReturnPhotoMutation } from './return-api.ts';
import classes from './return-page.module.css';

const maxPhotos = 4;

/** A stored photo. A reload loses its file, but not the photo. */
export interface ReturnPhoto {
  readonly id: string;
  readonly name: string;
}

interface ReturnPhotosProps {
  photos: readonly ReturnPhoto[];
  error: { error: string | undefined; announceError: boolean };
  onChange: (photos: readonly ReturnPhoto[]) => void;
  onError: (message: string | undefined) => void;
  onUploading: (isUploading: boolean) => void;
}

/** Up to four photos, each stored as soon as it is chosen. */
export function ReturnPhotos({ photos, error, onChange, onError, onUploading }: ReturnPhotosProps) {
  const [upload] = useUploadReturnPhotoMutation();
  const [running, setRunning] = useState<{ share: number; cancel: () => void }>();
  const box = useRef<HTMLDivElement>(null);
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({});

  const add = async (file: File) => {
    const wrong = photoError(file);
    onError(wrong);
    if (wrong !== undefined) return;
    const cancel = () => sending.abort();
    const sending = upload({ file, onProgress: (share) => setRunning({ share, cancel }) });
    // The field is removed, and later the button.
    box.current?.focus();
    setRunning({ share: 0, cancel });
    onUploading(true);
    const result = await sending;
    setRunning(undefined);
    onUploading(false);
    const { data } = result;
    if (data) {
      setFiles((before) => ({ ...before, [data.photoId]: file }));
      onChange([...photos, { id: data.photoId, name: file.name }]);
    } else if (!('error' in result && (result.error as { name?: string }).name === 'AbortError'))
      onError(apiProblem(result.error).message ?? 'Your photo could not be uploaded. Please try again.');
  };

  return (
    <div ref={box} tabIndex={-1} className={classes.lines}>
      {photos.map(({ id, name }) => (
        <div key={id} className={classes.photo}>
          <Preview file={files[id]} name={name} />
          <Button
            look="ghost"
            size="medium"
            aria-label={`Remove ${name}`}
            // An upload adds its photo to the list of its start.
            disabled={running !== undefined}
            onClick={() => {
              box.current?.focus();
              onChange(photos.filter((photo) => photo.id !== id));
            }}
          >
            Remove photo
          </Button>
        </div>
      ))}
      {running ? (
        <UploadProgress
          share={running.share}
          onCancel={() => {
            box.current?.focus();
            running.cancel();
          }}
        />
      ) : null}
      {running || photos.length >= maxPhotos ? null : (
        <PhotoField
          label={`Photos, up to ${maxPhotos}`}
          name="photos"
          photo={undefined}
          {...error}
          onChange={(file) => file && void add(file)}
        />
      )}
    </div>
  );
}

function Preview({ file, name }: { file: File | undefined; name: string }) {
  const preview = useFilePreview(file);
  return preview ? <img src={preview} alt={name} className={classes.picture} /> : <span>{name}</span>;
}
