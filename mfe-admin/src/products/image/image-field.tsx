import { Button, classNames } from '@kinmel/ui';
import CircleAlert from 'lucide-react/icons/circle-alert';
import ImagePlus from 'lucide-react/icons/image-plus';
import { type DragEvent, useId, useState } from 'react';
import { imageAccept, imageHint } from '../product-form.rules.ts';
import classes from './image-field.module.css';
import type { UploadProgress } from './use-image-upload.ts';

interface ImageFieldProps {
  label: string;
  file: File | undefined;
  error: string | undefined;
  accept?: string;
  hint?: string;
  onChoose: (file: File) => void;
  progress?: UploadProgress | undefined;
  onCancel?: () => void;
}

/** A picture by choosing or dropping; while it is uploaded, how far it is and a way to stop it. */
export function ImageField(props: ImageFieldProps) {
  const { label, file, error, onChoose, onCancel, accept = imageAccept, hint = imageHint } = props;
  const { progress: upload } = props;
  const id = useId();
  const [isOver, setOver] = useState(false);
  const progress = upload && upload.file === file ? upload.share : undefined;

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped && upload === undefined) onChoose(dropped);
  };

  return (
    <div className={classes.field} data-field="image">
      <label className={classes.label} htmlFor={id}>
        {label}
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
        <ImagePlus aria-hidden="true" />
        {file ? <p className={classes.name}>{file.name}</p> : null}
        <p id={`${id}-hint`}>{hint}</p>
        <input
          id={id}
          name="image"
          type="file"
          accept={accept}
          className={classes.input}
          disabled={upload !== undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (chosen) onChoose(chosen);
            // Only an emptied field says when the same file is chosen again.
            currentTarget.value = '';
          }}
        />
      </div>
      {error ? (
        <p className={classes.error} id={`${id}-error`}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      ) : null}
      {progress === undefined ? null : (
        <div className={classes.progress}>
          <progress aria-label="Image upload" max={100} value={Math.round(progress * 100)} />
          <span aria-hidden="true">{Math.round(progress * 100)}%</span>
          <Button look="line" size="small" onClick={onCancel}>
            Cancel upload
          </Button>
        </div>
      )}
    </div>
  );
}
