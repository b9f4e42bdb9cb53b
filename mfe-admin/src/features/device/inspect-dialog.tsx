import { Alert, Field, TextArea, TextInput } from '@kinmel/ui';
import { useState } from 'react';
import { devicesApi } from '../../devices/devices-api.ts';
import { failureText } from '../../failure-text.ts';
import { FilePicker } from '../../products/image/file-picker.tsx';
import { DeviceDialog, type DeviceDialogProps, useDeviceForm } from './device-form.tsx';
import {
  checkInspection,
  checks,
  type InspectionFields,
  inspectionBody,
  inspectionFields,
  isLower,
} from './inspection.rules.ts';
import { Segments } from './segments.tsx';

const maxPhotos = 8;
const outcomes = [
  ['as-quoted', 'As quoted'],
  ['lower', 'Worse: quote less'],
] as const;
/** The fields of the server by those of the form. */
const ownNames: Readonly<Record<string, string>> = {
  lowerQuoteInMinorUnits: 'lowerQuote',
  'checklist.batteryHealthPercent': 'battery',
};

/** Records an inspection. The first one of a purchase says whether its price stands. */
export function InspectDialog(props: DeviceDialogProps) {
  const { device } = props;
  const [upload, { isLoading: isUploading }] = devicesApi.useUploadDevicePhotoMutation();
  const [photoIds, setPhotoIds] = useState<readonly string[]>([]);
  const [photoFailure, setPhotoFailure] = useState<string>();
  const edit = useDeviceForm<'inspection', InspectionFields>({
    ...props,
    step: 'inspection',
    fields: inspectionFields(device),
    check: checkInspection,
    bodyOf: (fields) => inspectionBody(fields, photoIds),
    fieldOf: (path) => ownNames[path] ?? path.replace('checklist.', ''),
  });
  const { form, fields, errorOf } = edit;
  const addPhotos = async (files: readonly File[]) => {
    setPhotoFailure(undefined);
    for (const file of files) {
      const { data, error } = await upload(file);
      if (!data) return setPhotoFailure(failureText(error, 'The photo could not be uploaded.'));
      setPhotoIds((before) => [...before, data.photoId].slice(-maxPhotos));
    }
  };
  const isFirst = device.purchase === 'to-inspect';
  return (
    <DeviceDialog
      title="Inspect device"
      submitText={isLower(fields) ? 'Quote less' : 'Save inspection'}
      edit={{ ...edit, isSaving: edit.isSaving || isUploading }}
    >
      {checks.map(({ name, label, options }) => (
        <Segments
          key={name}
          label={label}
          options={options}
          input={form.register(name)}
          error={errorOf(name)}
        />
      ))}
      <Field label="Battery health" error={errorOf('battery')}>
        <TextInput {...form.register('battery')} inputMode="numeric" after="%" required />
      </Field>
      <FilePicker
        label="Photos"
        name="photo"
        accept="image/jpeg,image/png,image/gif"
        capture="environment"
        hint={`At most ${maxPhotos}, the latest. Its seller and buyer see them.`}
        error={photoFailure}
        text={
          isUploading ? 'Uploading...' : photoIds.length === 0 ? 'Take a photo' : `${photoIds.length} taken`
        }
        disabled={isUploading}
        onChoose={(files) => void addPhotos(files)}
      />
      {isFirst ? (
        <Segments
          label="Price"
          options={outcomes}
          input={form.register('outcome')}
          error={errorOf('outcome')}
        />
      ) : null}
      {isLower(fields) ? (
        <Field label="New price" error={errorOf('lowerQuote')}>
          <TextInput {...form.register('lowerQuote')} before="$" inputMode="decimal" required />
        </Field>
      ) : null}
      <Field
        label={isLower(fields) ? 'Reason' : 'Note'}
        optional={!isLower(fields)}
        hint={isLower(fields) ? 'Its seller reads it.' : undefined}
        error={errorOf('note')}
      >
        <TextArea {...form.register('note')} maxLength={1000} rows={2} />
      </Field>
      {isFirst ? (
        <Alert tone="info">
          {isLower(fields)
            ? 'Its seller gets a mail with the new price, the reason and the photos. After a no, or seven days without an answer, the phone goes back.'
            : 'The agreed price is paid now. This cannot be undone.'}
        </Alert>
      ) : null}
    </DeviceDialog>
  );
}
