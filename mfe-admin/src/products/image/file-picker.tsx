import { Button, Field, type FieldProps, TextInput } from '@kinmel/ui';
import { type ReadPhoto, readPhoto } from '@kinmel/web-kit/forms';
import ImagePlus from 'lucide-react/icons/image-plus';
import { useState } from 'react';
import layout from '../../frame/layout.module.css';
import classes from './file-picker.module.css';
import type { UploadProgress } from './use-image-upload.ts';

interface FilePickerProps extends Pick<FieldProps, 'label' | 'optional' | 'hint' | 'error' | 'className'> {
  name: string;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  /** Name of the chosen file. */
  text?: string | undefined;
  onChoose: (files: readonly File[]) => void;
}

/** An area to choose or drop files. */
export function FilePicker(props: FilePickerProps) {
  const { onChoose, text, label, optional, hint, error, className, ...native } = props;
  const [unreadable, setUnreadable] = useState<string>();
  const choose = async (files: readonly File[]) => {
    const read: ReadPhoto[] = [];
    // One after the other: an open photo takes much memory.
    for (const file of files) read.push(await readPhoto(file));
    const wrong = read.flatMap(({ file, problem }) => (problem ? [`${file.name}: ${problem}`] : []));
    setUnreadable(wrong.length > 0 ? wrong.join(' ') : undefined);
    if (wrong.length < read.length) onChoose(read.filter(({ problem }) => !problem).map(({ file }) => file));
  };
  return (
    <Field label={label} optional={optional} hint={hint} error={unreadable ?? error} className={className}>
      <TextInput
        {...native}
        type="file"
        className={classes.area}
        before={
          <>
            <ImagePlus aria-hidden="true" />
            {text ? <span className={classes.name}>{text}</span> : null}
          </>
        }
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          if (files.length > 0) void choose(files);
          // Without this, choosing the same file again fires no event.
          currentTarget.value = '';
        }}
      />
    </Field>
  );
}

interface UploadBarProps {
  label: string;
  progress: UploadProgress | undefined;
  /** The bar is shown while this file is uploading. */
  file: File | undefined;
  onCancel: () => void;
}

export function UploadBar({ label, progress, file, onCancel }: UploadBarProps) {
  if (progress === undefined || progress.file !== file) return null;
  return (
    <div className={`${layout.row} ${classes.progress}`}>
      <progress aria-label={label} max={100} value={Math.round(progress.share * 100)} />
      <Button look="line" size="small" onClick={onCancel}>
        Cancel upload
      </Button>
    </div>
  );
}
