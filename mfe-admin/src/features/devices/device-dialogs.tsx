import type { DeviceAnswer, DevicePlace } from '@kinmel/contracts';
import { shopCurrency, typedMinorUnits, typedNumber } from '@kinmel/contracts/browser';
import { deviceLife, stepBetween } from '@kinmel/contracts/life';
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
      'title' | 'submitText' | 'fieldsOf' | 'about' | 'inputs' | 'fieldOf' | 'questionOf'
    > {
  step: DeviceStep;
  bodyOf: (fields: Fields) => object;
}

/** A dialog for one step of a device. It sends the version that staff saw, so that a conflict is detected. */
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
      conflict={({ place }) => [
        { name: 'Status', stored: sentenceCase(place), entered: sentenceCase(row.place) },
      ]}
      failed="The device could not be changed."
    />
  );
}

/** The title of a step to another place. */
export function moveText(from: DevicePlace, to: DevicePlace): string {
  if (from !== 'for-sale') return `Move to ${sentenceCase(to)}`;
  return to === 'workshop' ? 'Take off sale, to the workshop' : 'Take off sale';
}

const returnToSellerTexts = {
  label: 'Parcel number or handover',
  hint: 'Its seller reads it: the number of the parcel, or that it was handed over at the desk.',
  must: [isFilled, 'Please enter the number of the parcel, or that it was handed over at the desk.'],
} as const;

const keptByBuyerTexts = {
  label: 'Why it stays with its buyer',
  must: [isFilled, 'Please say why it stays with its buyer.'],
} as const;

function noteOf(from: DevicePlace, to: DevicePlace) {
  if (!stepBetween(deviceLife, from, to, 'staff')?.needsNote) return { label: 'Note', optional: true };
  return from === 'awaited' ? keptByBuyerTexts : returnToSellerTexts;
}

/** Asks before a device is moved to another place. */
export function MoveDialog(props: DeviceDialogProps) {
  const { place, usualSteps } = props.row;
  // The stored draft has no place, so the first usual one is chosen.
  const to = (props.choice ?? usualSteps[0]) as DevicePlace;
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
            : `Its place changes from ${sentenceCase(place)} to ${sentenceCase(to)}.`}
        </p>
      )}
      inputs={() => [{ name: 'note', rows: 2, ...noteOf(place, to) }]}
    />
  );
}

const numbersOf = (identifiers: string): string[] => identifiers.split('\n').filter(isFilled);

/** Replaces the numbers of a device by the typed ones. */
export const NumbersDialog = (props: DeviceDialogProps) => (
  <DeviceStepDialog
    {...props}
    step="identifiers"
    title="Correct numbers"
    submitText="Save numbers"
    fieldsOf={() => ({ identifiers: '', note: '' })}
    bodyOf={({ identifiers, note }) => ({ identifiers: numbersOf(identifiers), note: note.trim() })}
    about={() => (
      <p>
        {`Now: ${props.row.identifiers.map(({ lastFour }) => `…${lastFour}`).join(', ')}. The register of stolen phones is asked about the new ones.`}
      </p>
    )}
    inputs={() => [
      {
        name: 'identifiers',
        label: 'IMEI, MEID or serial number',
        hint: 'All that it has, each on a line of its own.',
        rows: 2,
        must: [
          (text) => numbersOf(text).length > 0 && numbersOf(text).length <= 4,
          'Please enter one to four numbers.',
        ],
      },
      { name: 'note', label: 'What was wrong', rows: 2, must: [isFilled, 'Please say what was wrong.'] },
    ]}
  />
);

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
