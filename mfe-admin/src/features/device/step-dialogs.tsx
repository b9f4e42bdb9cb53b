import type { DevicePlace } from '@kinmel/contracts';
import { shopCurrency } from '@kinmel/contracts/browser';
import { Field, TextArea, TextInput } from '@kinmel/ui';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { minorUnitsOf } from '../../money/typed-amount.rules.ts';
import { DeviceDialog, type DeviceDialogProps, useDeviceForm } from './device-form.tsx';

/** Asks before a device is moved to another place. */
export function MoveDialog({ to, ...props }: DeviceDialogProps & { to: DevicePlace }) {
  const edit = useDeviceForm<'place', { note: string }>({
    ...props,
    step: 'place',
    fields: { note: '' },
    check: () => ({}),
    bodyOf: ({ note }) => ({ place: to, note: note.trim() }),
  });
  const name = sentenceCase(to);
  return (
    <DeviceDialog title={`Move to ${name}`} submitText={`Move to ${name}`} edit={edit}>
      <p>
        The device is in {sentenceCase(edit.device.place)} now. Is it really in {name}?
      </p>
      <Field label="Note" optional error={edit.errorOf('note')}>
        <TextArea {...edit.form.register('note')} maxLength={1000} rows={2} />
      </Field>
    </DeviceDialog>
  );
}

/** Adds a part that the workshop replaced. */
export function PartDialog(props: DeviceDialogProps) {
  const { errorOf, form, ...edit } = useDeviceForm<'parts', Record<'name' | 'minutes' | 'cost', string>>({
    ...props,
    step: 'parts',
    fields: { name: '', minutes: '', cost: '' },
    check: ({ name, minutes, cost }) => ({
      name: name.trim() === '' ? 'Please name the part.' : undefined,
      minutes: /^\d{1,4}$/.test(minutes.trim()) ? undefined : 'Please enter whole minutes.',
      cost: Number.isNaN(minorUnitsOf(cost))
        ? 'Please enter an amount with at most two decimals.'
        : undefined,
    }),
    bodyOf: ({ name, minutes, cost }) => ({
      name: name.trim(),
      minutes: Number(minutes),
      cost: { amountInMinorUnits: minorUnitsOf(cost), currency: shopCurrency },
    }),
    fieldOf: (path) => path.replace(/\..*/, ''),
  });
  return (
    <DeviceDialog title="Add a part" submitText="Add part" edit={edit}>
      <Field label="Part" error={errorOf('name')}>
        <TextInput {...form.register('name')} maxLength={100} required />
      </Field>
      <Field label="Minutes of work" error={errorOf('minutes')}>
        <TextInput {...form.register('minutes')} inputMode="numeric" required />
      </Field>
      <Field label="Cost of the part" error={errorOf('cost')}>
        <TextInput {...form.register('cost')} before="NPR" inputMode="decimal" required />
      </Field>
    </DeviceDialog>
  );
}
