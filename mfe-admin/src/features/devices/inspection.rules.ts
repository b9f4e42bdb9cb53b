import type { DeviceAnswer } from '@kinmel/contracts';
import { minorUnitsOf } from '../../money/typed-amount.rules.ts';

const wear = ['none', 'light', 'visible', 'broken'].map(
  (level) => [level, level.replace(/^./, (letter) => letter.toUpperCase())] as const,
);
const working = [
  ['true', 'Works'],
  ['false', 'Does not work'],
] as const;

/** The choices of the checklist, in the order of the form. */
export const checks = [
  { name: 'screen', label: 'Wear of the screen', options: wear },
  { name: 'body', label: 'Wear of the body', options: wear },
  { name: 'doButtonsWork', label: 'Buttons', options: working },
  { name: 'doCamerasWork', label: 'Cameras', options: working },
  { name: 'doesNetworkWork', label: 'Network', options: working },
] as const;

export const outcomes = {
  name: 'outcome',
  label: 'Price',
  options: [
    ['as-quoted', 'As quoted'],
    ['lower', 'Worse: quote less'],
  ],
} as const;

export type InspectionField =
  | keyof NonNullable<DeviceAnswer['inspection']>['checklist']
  | 'outcome'
  | 'lowerQuote'
  | 'note';
type InspectionFields = Record<InspectionField, string>;

const emptyChecklist = {
  screen: '',
  body: '',
  batteryHealthPercent: '',
  doButtonsWork: '',
  doCamerasWork: '',
  doesNetworkWork: '',
};

/** The last checklist; nothing is chosen before the first inspection. */
export const inspectionFields = ({ inspection }: DeviceAnswer): InspectionFields => ({
  ...emptyChecklist,
  ...Object.fromEntries(
    Object.entries(inspection?.checklist ?? {}).map(([name, value]) => [name, `${value}`]),
  ),
  outcome: 'as-quoted',
  lowerQuote: '',
  note: '',
});

export const isLower = ({ outcome }: InspectionFields): boolean => outcome === 'lower';

/** Checks an inspection; the server also compares the price with the accepted quote. */
export function checkInspection(fields: InspectionFields): Partial<InspectionFields> {
  const wrong: Partial<InspectionFields> = {};
  for (const { name } of checks) if (fields[name] === '') wrong[name] = 'Please choose one.';
  if (!/^(?:[1-9]\d?|100)$/.test(fields.batteryHealthPercent.trim()))
    wrong.batteryHealthPercent = 'Please enter a number from 1 to 100.';
  if (!isLower(fields)) return wrong;
  if (Number.isNaN(minorUnitsOf(fields.lowerQuote)))
    wrong.lowerQuote = 'Please enter an amount with at most two decimals.';
  if (fields.note.trim() === '') wrong.note = 'Please say why the price is lower.';
  return wrong;
}

export const inspectionBody = (fields: InspectionFields, photoIds: readonly string[]) => ({
  checklist: {
    screen: fields.screen,
    body: fields.body,
    batteryHealthPercent: Number(fields.batteryHealthPercent),
    doButtonsWork: fields.doButtonsWork === 'true',
    doCamerasWork: fields.doCamerasWork === 'true',
    doesNetworkWork: fields.doesNetworkWork === 'true',
  },
  photoIds,
  note: fields.note.trim(),
  ...(isLower(fields) && { lowerQuoteInMinorUnits: minorUnitsOf(fields.lowerQuote) }),
});
