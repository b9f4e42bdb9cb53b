import type { DeviceAnswer } from '@kinmel/contracts';
import { Alert } from '@kinmel/ui';
import { type DeviceChanges, devicesApi, useReadDevice } from '../../devices/devices-api.ts';
import { failureText } from '../../failure-text.ts';
import { FormDialog, type FormDialogProps } from '../../forms/form-dialog.tsx';
import { ConflictNotice } from '../../forms/form-notices.tsx';
import { type RecordFormOptions, useRecordForm } from '../../forms/use-record-form.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';

/** A dialog of the page of a device. */
export interface DeviceDialogProps {
  readonly device: DeviceAnswer;
  readonly onSaved: (saved: DeviceAnswer) => void;
  readonly onClose: () => void;
}

interface DeviceFormOptions<Step extends keyof DeviceChanges, Fields extends Record<string, string>>
  extends DeviceDialogProps,
    Pick<RecordFormOptions<DeviceAnswer, Fields>, 'fieldOf'> {
  readonly step: Step;
  readonly fields: Fields;
  readonly check: (fields: Fields) => Partial<Record<keyof Fields & string, string | undefined>>;
  readonly bodyOf: (fields: Fields) => Omit<DeviceChanges[Step], 'version'>;
}

/** A form that changes a device by one step. */
export function useDeviceForm<Step extends keyof DeviceChanges, Fields extends Record<string, string>>(
  options: DeviceFormOptions<Step, Fields>,
) {
  const { device, step, fields, check, bodyOf, fieldOf, onSaved, onClose } = options;
  const [change] = devicesApi.useChangeDeviceMutation();
  const read = useReadDevice();
  const edit = useRecordForm<DeviceAnswer, Fields>({
    kind: 'device',
    what: step,
    record: device,
    fieldsOf: () => fields,
    check,
    save: (typed, { id, version } = device) =>
      change({ id, step, body: { version, ...bodyOf(typed) } as DeviceChanges[Step] }),
    readFresh: async (id) => {
      const fresh = await read(id);
      if (fresh) onSaved(fresh);
      return fresh;
    },
    fieldOf,
    onSaved: (saved) => {
      onSaved(saved);
      onClose();
    },
    failureText: (error) => failureText(error, 'The device could not be changed.'),
  });
  return { ...edit, device, onClose };
}

interface DeviceDialogFrameProps extends Pick<FormDialogProps, 'title' | 'submitText' | 'children'> {
  edit: Pick<
    ReturnType<typeof useDeviceForm<keyof DeviceChanges, Record<string, string>>>,
    'failure' | 'isDirty' | 'isSaving' | 'fresh' | 'box' | 'submit' | 'forget' | 'onClose' | 'device'
  >;
}

/** The frame of a form, with the device after a change by somebody else. */
export function DeviceDialog({ edit, children, ...dialog }: DeviceDialogFrameProps) {
  const { fresh, failure } = edit;
  return (
    <FormDialog {...dialog} edit={edit} onClose={edit.onClose}>
      {fresh ? (
        <ConflictNotice
          rows={[
            { name: 'Place', now: sentenceCase(fresh.place), own: '' },
            { name: 'Grade', now: fresh.inspection?.grade ?? '', own: '' },
          ]}
        />
      ) : null}
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      {children}
    </FormDialog>
  );
}
