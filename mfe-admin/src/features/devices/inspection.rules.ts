import type { DeviceAnswer } from '@kinmel/contracts';
import { minorUnitsOf } from '../../money/typed-amount.rules.ts';

const wear = [
  ['none', 'None'],
  ['light', 'Light'],
  ['visible', 'Visible'],
  ['broken', 'Broken'],
] as const;
const working = [
  ['true', 'Works'],
  ['false', 'Does not work'],
] as const;

/** The choices of the checklist, in the order of the form. */
export const checks = [
  { name: 'screen', label: 'Wear of the screen', segments: wear },
  { name: 'body', label: 'Wear of the body', segments: wear },
  { name: 'doButtonsWork', label: 'Buttons', segments: working },
  { name: 'doCamerasWork', label: 'Cameras', segments: working },
  { name: 'doesNetworkWork', label: 'Network', segments: working },
] as const;

export const outcomes = {
  name: 'outcome',
  label: 'Price',
  segments: [
    ['as-quoted', 'As quoted'],
    ['lower', 'Worse: quote less'],
  ],
} as const;

const noChecklist = {
  screen: '',
  body: '',
  batteryHealthPercent: '',
  doButtonsWork: '',
  doCamerasWork: '',
  doesNetworkWork: '',
};

type InspectionFields = typeof noChecklist & Record<'outcome' | 'lowerQuote' | 'note', string>;

/** The last checklist; nothing is chosen before the first inspection. */
export const inspectionFields = ({ inspection }: DeviceAnswer): InspectionFields => ({
  ...noChecklist,
  ...Object.fromEntries(
    Object.entries(inspection?.checklist ?? {}).map(([name, value]) => [name, `${value}`]),
  ),
  outcome: 'as-quoted',
  lowerQuote: '',
  note: '',
});

export const isLower = ({ outcome }: Pick<InspectionFields, 'outcome'>): boolean => outcome === 'lower';

export const inspectionBody = (fields: InspectionFields, photoIds: string[]) => ({
  checklist: {
    batteryHealthPercent: Number(fields.batteryHealthPercent),
    ...Object.fromEntries(
      checks.map(({ name, segments }) => [
        name,
        segments === working ? fields[name] === 'true' : fields[name],
      ]),
    ),
  },
  photoIds,
  note: fields.note.trim(),
  ...(isLower(fields) && { lowerQuoteInMinorUnits: minorUnitsOf(fields.lowerQuote) }),
});
