import { Field, type FieldProps, TextInput } from '@kinmel/ui';
import { usePhotoReader } from '@kinmel/web-kit/forms';
import ImagePlus from 'lucide-react/icons/image-plus';
import { useRef, useState } from 'react';
import classes from './file-picker.module.css';

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
  const { onChoose, text, disabled, label, optional, hint, error, className, ...inputProps } = props;
  const input = useRef<HTMLInputElement>(null);
  const { isReading, read } = usePhotoReader(input);
  const [unreadable, setUnreadable] = useState<string>();
  const choose = async (files: readonly File[]) => {
    const photos = (await read(files)) ?? [];
    const problems = photos.flatMap(({ file, problem }) => (problem ? [`${file.name}: ${problem}`] : []));
    setUnreadable(problems.length > 0 ? problems.join(' ') : undefined);
    const readableFiles = photos.filter(({ problem }) => !problem).map(({ file }) => file);
    if (readableFiles.length > 0) onChoose(readableFiles);
  };
  const fileText = isReading ? 'Reading...' : text;
  return (
    <Field label={label} optional={optional} hint={hint} error={unreadable ?? error} className={className}>
      <TextInput
        {...inputProps}
        ref={input}
        disabled={disabled || isReading}
        type="file"
        className={classes.area}
        before={
          <>
            <ImagePlus />
            {fileText ? <span className={`anywhere strong ${classes.name}`}>{fileText}</span> : null}
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
