import type { DeviceAnswer } from '@kinmel/contracts';
import { requestCurrency, typedMinorUnits, typedNumber } from '@kinmel/contracts/browser';
import { Alert } from '@kinmel/ui';
import { photoIdsOf, photosInput } from '../../forms/photos-field.tsx';
import { confirmation, isFilled, type StepInput } from '../../forms/step-dialog.tsx';
import { amountOrZero, mustBeNumber } from '../../money/typed-amount.rules.ts';
import { type DeviceDialogProps, DeviceStepDialog } from './device-dialogs.tsx';

const wearChoices = [
  ['none', 'None'],
  ['light', 'Light'],
  ['visible', 'Visible'],
  ['broken', 'Broken'],
] as const;
const workingChoices = [
  ['true', 'Works'],
  ['false', 'Does not work'],
] as const;

/** The choices of the checklist, in the order of the form. */
const checks = [
  { name: 'screen', label: 'Wear of the screen', segments: wearChoices },
  { name: 'body', label: 'Wear of the body', segments: wearChoices },
  { name: 'doButtonsWork', label: 'Buttons', segments: workingChoices },
  { name: 'doCamerasWork', label: 'Cameras', segments: workingChoices },
  { name: 'doesNetworkWork', label: 'Network', segments: workingChoices },
] as const;

const outcomes = {
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

type InspectionFields = typeof noChecklist &
  Record<'outcome' | 'lowerQuote' | 'isListedConfirmed' | 'photos' | 'note', string>;

/** The last checklist; nothing is chosen before the first inspection. */
const inspectionFields = ({ inspection }: DeviceAnswer): InspectionFields => ({
  ...noChecklist,
  ...Object.fromEntries(
    Object.entries(inspection?.checklist ?? {}).map(([name, value]) => [name, `${value}`]),
  ),
  outcome: '',
  lowerQuote: '',
  isListedConfirmed: '',
  photos: '',
  note: '',
});

const isPercentage = (value: number) => Number.isInteger(value) && value >= 1 && value <= 100;

const isLower = ({ outcome }: Pick<InspectionFields, 'outcome'>): boolean => outcome === 'lower';

const isConfirmed = ({ isListedConfirmed }: Pick<InspectionFields, 'isListedConfirmed'>): boolean =>
  isListedConfirmed !== '';

const inspectionBody = (fields: InspectionFields) => ({
  checklist: {
    batteryHealthPercent: typedNumber(fields.batteryHealthPercent, '%'),
    ...Object.fromEntries(
      checks.map(({ name, segments }) => [
        name,
        segments === workingChoices ? fields[name] === 'true' : fields[name],
      ]),
    ),
  },
  photoIds: photoIdsOf(fields.photos),
  note: fields.note.trim(),
  ...(isLower(fields) && { lowerQuoteInMinorUnits: typedMinorUnits(fields.lowerQuote, requestCurrency) }),
  ...(isConfirmed(fields) && { isListedConfirmed: true }),
});

const effects = {
  lower:
    'Its seller gets a mail with the new price, the reason and the photos. After a no, or seven days without an answer, the phone goes back.',
  'as-quoted': 'The agreed price is paid now. This cannot be undone.',
};

const noteInput = (isNeeded: boolean): StepInput<'note'> =>
  isNeeded
    ? { name: 'note', label: 'Why it is bought', rows: 2, must: [isFilled, 'Please say why it is bought.'] }
    : { name: 'note', label: 'Note', optional: true, rows: 2 };

/** Records an inspection. The first one of a purchase says whether its price stands. */
export function InspectDialog(props: DeviceDialogProps) {
  const isFirst = props.row.purchase === 'to-inspect';
  return (
    <DeviceStepDialog
      {...props}
      step="inspection"
      title="Inspect device"
      submitText="Save inspection"
      fieldsOf={() => inspectionFields(props.row)}
      bodyOf={inspectionBody}
      fieldOf={(path) => (path === 'lowerQuoteInMinorUnits' ? 'lowerQuote' : path.replace('checklist.', ''))}
      questionOf={({ outcome }) => (outcome === 'as-quoted' ? effects[outcome] : undefined)}
      inputs={(fields) => [
        ...checks.map((check) => ({ ...check, must: [isFilled, 'Please choose one.'] as const })),
        ...(isFirst
          ? [
              { ...outcomes, must: [isFilled, 'Please choose one.'] as const },
              fields.outcome === '' ? null : (
                <Alert key="effect" tone="info">
                  {effects[isLower(fields) ? 'lower' : 'as-quoted']}
                </Alert>
              ),
            ]
          : []),
        photosInput({
          path: '/api/admin/devices/photos',
          maxPhotos: 8,
          seenBy: 'Its seller and buyer see them.',
        }),
        {
          name: 'batteryHealthPercent',
          label: 'Battery health',
          inputMode: 'numeric',
          after: '%',
          must: mustBeNumber(isPercentage, 'Please enter a number from 1 to 100.', '%'),
        },
        ...(isFirst
          ? [
              // The register may answer only when the inspection is saved; the confirmation is required then too.
              confirmation<DeviceAnswer, InspectionFields>(
                'isListedConfirmed',
                'Buy it although it is listed as stolen',
                props.row.blocklist === 'listed'
                  ? 'The register lists this phone as stolen: nothing is paid for it unless you confirm it.'
                  : undefined,
              ),
            ]
          : []),
        ...(isLower(fields)
          ? ([
              {
                name: 'lowerQuote',
                label: 'New price',
                before: '$',
                inputMode: 'decimal',
                must: amountOrZero(requestCurrency),
              },
              {
                name: 'note',
                label: 'Reason',
                hint: 'Its seller reads it.',
                rows: 2,
                must: [isFilled, 'Please say why the price is lower.'],
              },
            ] as const)
          : [noteInput(isConfirmed(fields))]),
      ]}
    />
  );
}
