import type { DeviceAnswer, DevicePlace } from '@kinmel/contracts';
import { shopCurrency } from '@kinmel/contracts/browser';
import { Alert } from '@kinmel/ui';
import { type ComponentProps, useState } from 'react';
import { type DeviceStep, devicesApi, useReadDevice } from '../../devices/devices-api.ts';
import { failureText } from '../../failure-text.ts';
import { StepDialog } from '../../forms/step-dialog.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { minorUnitsOf } from '../../money/typed-amount.rules.ts';
import { FilePicker } from '../../products/image/file-picker.tsx';
import {
  checkInspection,
  checks,
  type InspectionField,
  inspectionBody,
  inspectionFields,
  isLower,
  outcomes,
} from './inspection.rules.ts';
import { Segments } from './segments.tsx';

export type DeviceDialogProps = RecordDialogProps<DeviceAnswer>;

interface DeviceStepDialogProps<Name extends string>
  extends DeviceDialogProps,
    Pick<
      ComponentProps<typeof StepDialog<DeviceAnswer, Name>>,
      'title' | 'submitText' | 'start' | 'check' | 'inputs' | 'fieldOf' | 'isBusy' | 'children'
    > {
  step: DeviceStep;
  bodyOf: (fields: Record<Name, string>) => object;
}

/** A dialog that takes one step of a device, on the version that staff saw. */
export function DeviceStepDialog<Name extends string>(props: DeviceStepDialogProps<Name>) {
  const { row, list, step, bodyOf, onClose } = props;
  const [change] = devicesApi.useChangeDeviceMutation();
  const read = useReadDevice();
  return (
    <StepDialog<DeviceAnswer, Name>
      {...props}
      kind="device"
      what={step}
      record={row}
      save={(fields, { id, version } = row) => change({ id, step, body: { version, ...bodyOf(fields) } })}
      readFresh={async (id) => {
        const fresh = await read(id);
        if (fresh) list.put(fresh);
        return fresh;
      }}
      onSaved={(saved) => {
        list.put(saved);
        onClose();
      }}
      stateOf={({ place }) => place}
      failed="The device could not be changed."
    />
  );
}

/** What a step to another place is called. */
export function moveText(from: DevicePlace, to: DevicePlace): string {
  if (from !== 'for-sale') return `Move to ${sentenceCase(to)}`;
  return to === 'workshop' ? 'Take off sale, to the workshop' : 'Take off sale';
}

/** Asks before a device is moved to another place. */
export function MoveDialog(props: DeviceDialogProps) {
  // A draft has no place: it goes on with the first usual one.
  const to = (props.wanted ?? props.row.usualSteps[0]) as DevicePlace;
  const title = moveText(props.row.place, to);
  return (
    <DeviceStepDialog<'note'>
      {...props}
      step="place"
      title={title}
      submitText={title}
      start={{ note: '' }}
      check={() => ({})}
      bodyOf={({ note }) => ({ place: to, note: note.trim() })}
      inputs={() => [{ name: 'note', label: 'Note', optional: true, rows: 2 }]}
    >
      {() => (
        <p>
          {props.row.place === 'for-sale'
            ? 'Nobody can buy it after that. While somebody is buying it, it stays on sale.'
            : `The device is in ${sentenceCase(props.row.place)} now. Is it really in ${sentenceCase(to)}?`}
        </p>
      )}
    </DeviceStepDialog>
  );
}

/** Adds a part that the workshop replaced. */
export const PartDialog = (props: DeviceDialogProps) => (
  <DeviceStepDialog<'name' | 'minutes' | 'cost'>
    {...props}
    step="parts"
    title="Add a part"
    submitText="Add part"
    start={{ name: '', minutes: '', cost: '' }}
    check={({ name, minutes, cost }) => ({
      name: name.trim() === '' ? 'Please name the part.' : undefined,
      minutes: /^\d{1,4}$/.test(minutes.trim()) ? undefined : 'Please enter whole minutes.',
      cost: Number.isNaN(minorUnitsOf(cost))
        ? 'Please enter an amount with at most two decimals.'
        : undefined,
    })}
    bodyOf={({ name, minutes, cost }) => ({
      name: name.trim(),
      minutes: Number(minutes),
      cost: { amountInMinorUnits: minorUnitsOf(cost), currency: shopCurrency },
    })}
    fieldOf={(path) => path.replace(/\..*/, '')}
    inputs={() => [
      { name: 'name', label: 'Part' },
      { name: 'minutes', label: 'Minutes of work', inputMode: 'numeric' },
      { name: 'cost', label: 'Cost of the part', before: 'NPR', inputMode: 'decimal' },
    ]}
  />
);

const maxPhotos = 8;

/** Records an inspection. The first one of a purchase says whether its price stands. */
export function InspectDialog(props: DeviceDialogProps) {
  const [upload, { isLoading: isUploading }] = devicesApi.useUploadDevicePhotoMutation();
  const [photoIds, setPhotoIds] = useState<readonly string[]>([]);
  const [photoFailure, setPhotoFailure] = useState<string>();
  const addPhotos = async (files: readonly File[]) => {
    setPhotoFailure(undefined);
    for (const file of files) {
      const { data, error } = await upload(file);
      if (!data) return setPhotoFailure(failureText(error, 'The photo could not be uploaded.'));
      setPhotoIds((before) => [...before, data.photoId].slice(-maxPhotos));
    }
  };
  const isFirst = props.row.purchase === 'to-inspect';
  return (
    <DeviceStepDialog<InspectionField>
      {...props}
      step="inspection"
      title="Inspect device"
      submitText="Save inspection"
      start={inspectionFields(props.row)}
      check={checkInspection}
      bodyOf={(fields) => inspectionBody(fields, photoIds)}
      fieldOf={(path) => (path === 'lowerQuoteInMinorUnits' ? 'lowerQuote' : path.replace('checklist.', ''))}
      isBusy={isUploading}
      inputs={(fields) => [
        { name: 'batteryHealthPercent', label: 'Battery health', inputMode: 'numeric', after: '%' },
        ...(isLower(fields)
          ? ([
              { name: 'lowerQuote', label: 'New price', before: '$', inputMode: 'decimal' },
              { name: 'note', label: 'Reason', hint: 'Its seller reads it.', rows: 2 },
            ] as const)
          : ([{ name: 'note', label: 'Note', optional: true, rows: 2 }] as const)),
      ]}
    >
      {({ form, fields, errorOf }) => (
        <>
          {[...checks, ...(isFirst ? [outcomes] : [])].map(({ name, ...check }) => (
            <Segments key={name} {...check} input={form.register(name)} error={errorOf(name)} />
          ))}
          {isFirst ? (
            <Alert tone="info">
              {isLower(fields)
                ? 'Its seller gets a mail with the new price, the reason and the photos. After a no, or seven days without an answer, the phone goes back.'
                : 'The agreed price is paid now. This cannot be undone.'}
            </Alert>
          ) : null}
          <FilePicker
            label="Photos"
            name="photo"
            accept="image/jpeg,image/png,image/gif"
            capture="environment"
            hint={`At most ${maxPhotos}, the latest. Its seller and buyer see them.`}
            error={photoFailure}
            text={isUploading ? 'Uploading...' : `${photoIds.length} taken`}
            disabled={isUploading}
            onChoose={(files) => void addPhotos(files)}
          />
        </>
      )}
    </DeviceStepDialog>
  );
}
