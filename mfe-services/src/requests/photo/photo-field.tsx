import { Alert, Button, classNames, Field, TextInput } from '@kinmel/ui';
import { useFilePreview, usePhotoReader } from '@kinmel/web-kit/forms';
import ImagePlus from 'lucide-react/icons/image-plus';
import { type DragEvent, useRef, useState } from 'react';
import classes from './photo-field.module.css';
import { photoAccept, photoHint } from './photo-upload.rules.ts';

interface PhotoFieldProps {
  label?: string;
  /** Describes the preview. */
  alt?: string;
  photo: File | undefined;
  error: string | undefined;
  announceError: boolean;
  /** Called with undefined after a removal. `problem` says why a photo cannot be read. */
  onChange: (photo: File | undefined, problem?: string) => void;
  /** The name of a stored photo whose file a reload has lost. */
  storedName?: string | undefined;
  /** The name of a photo that a reload lost. */
  lostPhoto?: string | undefined;
  /** The chosen file is not a picture. */
  onUnreadable?: () => void;
}

/** A field for one photo, chosen or dropped, with a preview. */
export function PhotoField({
  label = 'Photo',
  alt = 'Preview of your phone',
  photo,
  error,
  announceError,
  onChange,
  storedName,
  lostPhoto,
  onUnreadable,
}: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const preview = useFilePreview(photo);
  const reader = usePhotoReader(input);
  const name = photo?.name ?? storedName;

  const choose = async (file: File) => {
    const [result] = (await reader.read([file])) ?? [];
    if (result) onChange(result.file, result.problem);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void choose(file);
  };

  return (
    <div className="stack gap-8 wide">
      <Field
        label={label}
        optional
        hint={reader.isReading ? 'Reading your photo...' : (name ?? photoHint)}
        error={error}
        announceError={announceError}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the input inside works by keyboard */}
        <div
          className={classNames('line gap-20', classes.area, isOver && classes.over, error && classes.wrong)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          {preview ? (
            <img src={preview} alt={alt} className={classes.preview} onError={onUnreadable} />
          ) : (
            <ImagePlus />
          )}
          <p>
            <span className={classes.choose}>{name ? 'Choose another photo' : 'Choose a photo'}</span> or drop
            it here
          </p>
          <TextInput
            ref={input}
            name="phoneImage"
            type="file"
            accept={photoAccept}
            className={classes.input ?? ''}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) void choose(file);
              // Without this, choosing the same file again fires no event.
              currentTarget.value = '';
            }}
          />
        </div>
      </Field>
      {lostPhoto && !name ? (
        <Alert tone="warn">{`Your photo ${lostPhoto} was not kept. Please choose it again.`}</Alert>
      ) : null}
      {name ? (
        <Button
          look="ghost"
          size="medium"
          onClick={() => {
            reader.stop();
            onChange(undefined);
            // The button is removed.
            input.current?.focus();
          }}
        >
          Remove photo
        </Button>
      ) : null}
    </div>
  );
}

/** `share` is the uploaded part, from 0 to 1. */
export function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const percent = Math.round(share * 100);
  return (
    <div className={`row gap-16 above-24 ${classes.upload}`}>
      <label className={`type-small figures ${classes.label}`}>
        <span>{`Uploading your photo: ${percent} %`}</span>
        <progress className={classes.bar} max={100} value={percent} />
      </label>
      <Button look="line" size="medium" onClick={onCancel}>
        Cancel upload
      </Button>
    </div>
  );
}
