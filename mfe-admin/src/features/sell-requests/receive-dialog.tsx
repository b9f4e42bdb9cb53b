import type { DeviceAnswer, SellRequestAnswer } from '@kinmel/contracts';
import { Alert } from '@kinmel/ui';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { devicesApi } from '../../devices/devices-api.ts';
import { confirmation, isFilled, StepDialog } from '../../forms/step-dialog.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { phoneText } from './sell-request-texts.ts';

const numberFields = ['first', 'second'] as const;
type ReceiptFields = Record<(typeof numberFields)[number] | 'isKnownPhoneConfirmed', string>;

/** Receives the phone of an accepted request and creates its device. The IMEI is filled in from the form. */
export function ReceiveDialog({ row: request, onClose }: RecordDialogProps<SellRequestAnswer>) {
  const { id: sellRequestId, imeiLastFour } = request;
  const navigate = useNavigate();
  const [receive] = devicesApi.useReceiveDeviceMutation();
  /** The fields that were sent, without empty ones: the server's error refers to a number by its index. */
  const sentFields = useRef<readonly (typeof numberFields)[number][]>([]);
  const label = 'IMEI, MEID or serial number';
  return (
    <StepDialog<DeviceAnswer, ReceiptFields>
      title="Receive phone"
      kind="received-phone"
      what={sellRequestId}
      record={undefined}
      fieldsOf={() => ({ first: '', second: '', isKnownPhoneConfirmed: '' })}
      save={(fields) => {
        sentFields.current = numberFields.filter((name) => isFilled(fields[name]));
        return receive({
          sellRequestId,
          identifiers: sentFields.current.map((name) => fields[name]),
          ...(fields.isKnownPhoneConfirmed && { isKnownPhoneConfirmed: true }),
        });
      }}
      fieldOf={(path) => sentFields.current[Number(path.split('.')[1])] ?? path}
      onSaved={({ id }) => void navigate(recordAddress({ kind: 'device', id }))}
      failed="The phone could not be received. Trying again is safe."
      onClose={onClose}
      about={() => <p>{`${phoneText(request)}, of ${request.fullName}.`}</p>}
      inputs={() => [
        imeiLastFour ? (
          <Alert
            key="known"
            tone="info"
          >{`IMEI of the form …${imeiLastFour}. Compare it with *#06#; type only what differs.`}</Alert>
        ) : null,
        imeiLastFour
          ? { name: 'first', label: `Another ${label}`, optional: true }
          : { name: 'first', label, must: [isFilled, `Please enter the ${label}.`] },
        { name: 'second', label: 'Second IMEI', optional: true },
        confirmation('isKnownPhoneConfirmed', 'I compared them: it is the phone that the shop knows'),
      ]}
    />
  );
}
