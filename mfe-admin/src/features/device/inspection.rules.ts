import type { DeviceAnswer } from '@kinmel/contracts';
import type { DeviceChanges } from '../../devices/devices-api.ts';
import { minorUnitsOf } from '../../money/typed-amount.rules.ts';

const wear = [
  ['none', 'None'],
  ['light', 'Light'],
  ['visible', 'Visible'],
  ['broken', 'Broken'],
] as const;
const answers = [
  ['yes', 'Works'],
  ['no', 'Does not work'],
] as const;

/** The checklist, in the order of the form. */
export const checks = [
  { name: 'screen', label: 'Wear of the screen', options: wear },
  { name: 'body', label: 'Wear of the body', options: wear },
  { name: 'doButtonsWork', label: 'Buttons', options: answers },
  { name: 'doCamerasWork', label: 'Cameras', options: answers },
  { name: 'doesNetworkWork', label: 'Network', options: answers },
] as const;

export type InspectionFields = Record<
  (typeof checks)[number]['name'] | 'battery' | 'outcome' | 'lowerQuote' | 'note',
  string
>;

const textOf = (doesWork: boolean | undefined) =>
  doesWork === undefined ? '' : doesWork ? answers[0][0] : answers[1][0];

/** The last checklist; nothing is chosen before the first inspection. */
export function inspectionFields({ inspection }: DeviceAnswer): InspectionFields {
  const last = inspection?.checklist;
  return {
    screen: last?.screen ?? '',
    body: last?.body ?? '',
    battery: last ? String(last.batteryHealthPercent) : '',
    doButtonsWork: textOf(last?.doButtonsWork),
    doCamerasWork: textOf(last?.doCamerasWork),
    doesNetworkWork: textOf(last?.doesNetworkWork),
    outcome: 'as-quoted',
    lowerQuote: '',
    note: '',
  };
}

export const isLower = ({ outcome }: InspectionFields): boolean => outcome === 'lower';

/** Checks an inspection; the server also compares the price with the accepted quote. */
export function checkInspection(fields: InspectionFields): Partial<InspectionFields> {
  const wrong: Partial<InspectionFields> = {};
  for (const { name } of checks) if (fields[name] === '') wrong[name] = 'Please choose one.';
  if (!/^(?:[1-9]\d?|100)$/.test(fields.battery.trim()))
    wrong.battery = 'Please enter a number from 1 to 100.';
  if (!isLower(fields)) return wrong;
  if (Number.isNaN(minorUnitsOf(fields.lowerQuote)))
    wrong.lowerQuote = 'Please enter an amount with at most two decimals.';
  if (fields.note.trim() === '') wrong.note = 'Please say why the price is lower.';
  return wrong;
}

export function inspectionBody(
  fields: InspectionFields,
  photoIds: readonly string[],
): Omit<DeviceChanges['inspection'], 'version'> {
  const { screen, body, battery, lowerQuote, note } = fields as InspectionFields & {
    screen: DeviceChanges['inspection']['checklist']['screen'];
    body: DeviceChanges['inspection']['checklist']['body'];
  };
  return {
    checklist: {
      screen,
      body,
      batteryHealthPercent: Number(battery),
      doButtonsWork: fields.doButtonsWork === 'yes',
      doCamerasWork: fields.doCamerasWork === 'yes',
      doesNetworkWork: fields.doesNetworkWork === 'yes',
    },
    photoIds: [...photoIds],
    note: note.trim(),
    ...(isLower(fields) && { lowerQuoteInMinorUnits: minorUnitsOf(lowerQuote) }),
  };
}
