import type { DeviceAnswer, DevicePlace } from '@kinmel/contracts';
import { shopCurrency, typedMinorUnits, typedNumber } from '@kinmel/contracts/browser';
import { type DeviceStep, devicesApi } from '../../devices/devices-api.ts';
import { isFilled, StepDialog, type StepDialogProps, type StepFields } from '../../forms/step-dialog.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { amountOrZero, mustBeNumber } from '../../money/typed-amount.rules.ts';

export type DeviceDialogProps = RecordDialogProps<DeviceAnswer>;

interface DeviceStepDialogProps<Fields extends StepFields>
  extends DeviceDialogProps,
    Pick<
      StepDialogProps<DeviceAnswer, Fields>,
      'title' | 'submitText' | 'fieldsOf' | 'about' | 'inputs' | 'fieldOf' | 'isBusy'
    > {
  step: DeviceStep;
  bodyOf: (fields: Fields) => object;
}

/** A dialog that takes one step of a device, on the version that staff saw. */
export function DeviceStepDialog<Fields extends StepFields>(props: DeviceStepDialogProps<Fields>) {
  const { row, step, bodyOf } = props;
  const [change] = devicesApi.useChangeDeviceMutation();
  const [read] = devicesApi.useLazyGetDeviceQuery();
  return (
    <StepDialog<DeviceAnswer, Fields>
      {...props}
      kind="device"
      what={step}
      record={row}
      save={(fields, { id, version } = row) => change({ id, step, body: { version, ...bodyOf(fields) } })}
      readFresh={async (id) => (await read(id)).data}
      conflict={({ place }) => [{ name: 'Status', now: sentenceCase(place), own: sentenceCase(row.place) }]}
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
  const { place, usualSteps } = props.row;
  // A draft has no place: it goes on with the first usual one.
  const to = (props.wanted ?? usualSteps[0]) as DevicePlace;
  return (
    <DeviceStepDialog
      {...props}
      step="place"
      title={moveText(place, to)}
      fieldsOf={() => ({ note: '' })}
      bodyOf={({ note }) => ({ place: to, note: note.trim() })}
      about={() => (
        <p>
          {place === 'for-sale'
            ? 'Nobody can buy it after that. While somebody is buying it, it stays on sale.'
            : `The device is in ${sentenceCase(place)} now. Is it really in ${sentenceCase(to)}?`}
        </p>
      )}
      inputs={() => [{ name: 'note', label: 'Note', optional: true, rows: 2 }]}
    />
  );
}

const isMinutes = (value: number) => Number.isInteger(value) && value >= 0 && value <= 9999;

/** Adds a part that the workshop replaced. */
export const PartDialog = (props: DeviceDialogProps) => (
  <DeviceStepDialog
    {...props}
    step="parts"
    title="Add a part"
    submitText="Add part"
    fieldsOf={() => ({ name: '', minutes: '', cost: '' })}
    bodyOf={({ name, minutes, cost }) => ({
      name: name.trim(),
      minutes: typedNumber(minutes),
      cost: { amountInMinorUnits: typedMinorUnits(cost), currency: shopCurrency },
    })}
    inputs={() => [
      { name: 'name', label: 'Part', must: [isFilled, 'Please name the part.'] },
      {
        name: 'minutes',
        label: 'Minutes of work',
        inputMode: 'numeric',
        must: mustBeNumber(isMinutes, 'Please enter whole minutes.'),
      },
      { name: 'cost', label: 'Cost of the part', before: 'NPR', inputMode: 'decimal', must: amountOrZero() },
    ]}
  />
);
