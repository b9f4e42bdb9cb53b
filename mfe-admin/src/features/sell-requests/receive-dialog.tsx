import type { DeviceAnswer, SellRequestAnswer } from '@kinmel/contracts';
import { Alert, Field, TextInput } from '@kinmel/ui';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { deviceAddress, devicesApi } from '../../devices/devices-api.ts';
import { failureText } from '../../failure-text.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useRecordForm } from '../../forms/use-record-form.ts';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { phoneText } from './sell-request-texts.ts';

type ReceiveFields = Record<'first' | 'second', string>;

/** Receives the phone of an accepted request, and opens its device. The IMEI of the form needs no typing. */
export function ReceiveDialog({ row: request, onClose }: RecordDialogProps<SellRequestAnswer>) {
  const { id: sellRequestId, imeiLastFour } = request;
  const navigate = useNavigate();
  const [receive] = devicesApi.useReceiveDeviceMutation();
  /** The names of the fields that were sent: an empty one is not. */
  const sent = useRef<readonly (keyof ReceiveFields)[]>([]);
  const edit = useRecordForm<DeviceAnswer, ReceiveFields>({
    kind: 'received-phone',
    what: sellRequestId,
    record: undefined,
    fieldsOf: () => ({ first: '', second: '' }),
    check: (fields) => ({
      first:
        imeiLastFour === '' && fields.first.trim() === ''
          ? 'Please enter the IMEI, MEID or serial number.'
          : undefined,
    }),
    save: (fields) => {
      sent.current = (['first', 'second'] as const).filter((name) => fields[name].trim() !== '');
      return receive({ sellRequestId, identifiers: sent.current.map((name) => fields[name]) });
    },
    fieldOf: (path) => sent.current[Number(path.split('.')[1])] ?? path,
    onSaved: ({ id }) => {
      onClose();
      void navigate(deviceAddress(id));
    },
    failureText: (error) => failureText(error, 'The phone could not be received. Trying again is safe.'),
  });
  const { form, errorOf } = edit;
  return (
    <FormDialog
      title="Receive phone"
      submitText="Receive phone"
      busyText="Receiving..."
      edit={edit}
      onClose={onClose}
    >
      <p>
        {phoneText(request)}, of {request.fullName}.
      </p>
      {edit.failure ? <Alert tone="bad">{edit.failure}</Alert> : null}
      {imeiLastFour ? (
        <Alert tone="info">
          IMEI of the form …{imeiLastFour}. Compare it with *#06#; type only what differs.
        </Alert>
      ) : null}
      <Field
        label={imeiLastFour ? 'Another IMEI, MEID or serial number' : 'IMEI, MEID or serial number'}
        optional={imeiLastFour !== ''}
        error={errorOf('first')}
      >
        <TextInput {...form.register('first')} maxLength={40} autoComplete="off" />
      </Field>
      <Field label="Second IMEI" optional error={errorOf('second')}>
        <TextInput {...form.register('second')} maxLength={40} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
