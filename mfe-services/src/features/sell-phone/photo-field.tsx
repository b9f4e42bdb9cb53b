import { Alert, Button, classNames } from '@kinmel/ui';
import { useFilePreview } from '@kinmel/web-kit/forms';
import CircleAlert from 'lucide-react/icons/circle-alert';
import ImagePlus from 'lucide-react/icons/image-plus';
import { type DragEvent, useId, useRef, useState } from 'react';
import classes from './photo-field.module.css';
import { photoAccept } from './photo-upload.rules.ts';

interface PhotoFieldProps {
  photo: File | undefined;
  error: string | undefined;
  announceError: boolean;
  /** Undefined: taken away. */
  onChange: (photo: File | undefined) => void;
  /** The name of a photo that was chosen before the page was left: a browser keeps no file over that. */
  lostPhoto: string | undefined;
  /** The chosen file is no picture. */
  onUnreadable: () => void;
}

/** A photo by choosing or dropping; it is shown, and can be taken away again. */
export function PhotoField({
  photo,
  error,
  announceError,
  onChange,
  lostPhoto,
  onUnreadable,
}: PhotoFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const preview = useFilePreview(photo);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChange(file);
  };

  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        Photo<span className={classes.optional}> (optional)</span>
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the shortcut of a pointer; the input inside does the same by keyboard */}
      <div
        className={classNames(classes.area, isOver && classes.over, error && classes.wrong)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {preview ? (
          <img src={preview} alt="Preview of your phone" className={classes.preview} onError={onUnreadable} />
        ) : (
          <ImagePlus aria-hidden="true" />
        )}
        <div className={classes.words}>
          <p>
            <span className={classes.choose}>{photo ? 'Choose another photo' : 'Choose a photo'}</span> or
            drop it here
          </p>
          <p className={classes.hint} id={`${id}-hint`}>
            {photo ? photo.name : 'JPEG, PNG or GIF, up to 5MB'}
          </p>
        </div>
        <input
          ref={input}
          id={id}
          name="phoneImage"
          type="file"
          accept={photoAccept}
          className={classes.input}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) onChange(file);
            // Only an emptied field says when the same file is chosen again.
            currentTarget.value = '';
          }}
        />
      </div>
      {lostPhoto && !photo ? (
        <Alert tone="warn" className={classes.lost}>
          Your photo {lostPhoto} was not kept. Please choose it again.
        </Alert>
      ) : null}
      {error ? (
        <p className={classes.error} id={`${id}-error`} role={announceError ? 'alert' : undefined}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      ) : null}
      {photo ? (
        <Button
          look="ghost"
          size="medium"
          onClick={() => {
            onChange(undefined);
            // The button goes away with the photo.
            input.current?.focus();
          }}
        >
          Remove photo
        </Button>
      ) : null}
    </div>
  );
}
