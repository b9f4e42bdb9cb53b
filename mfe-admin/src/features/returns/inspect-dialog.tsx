import type { BodyOf, inspectReturn, ReturnAnswer } from '@kinmel/contracts';
import { numberQuestion, shopCurrency, typedMinorUnits } from '@kinmel/contracts/browser';
import { Alert } from '@kinmel/ui';
import { formatMoney } from '@kinmel/web-kit';
import { photoIdsOf, photosInput } from '../../forms/photos-field.tsx';
import { isFilled, StepDialog } from '../../forms/step-dialog.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { noteBody, noteInputs } from '../../lists/status/note-inputs.tsx';
import { sentenceCase, statusOptions } from '../../lists/status/statuses.rules.ts';
import { noteConflict, useRequestStep } from '../../requests/request-step.tsx';
import { requestsApi } from '../../requests/requests-api.ts';

/** The fields `line0`, `line1`, … say what happens to each line: `restock` or `write-off`. */
interface InspectionFields extends Record<string, string> {
  outcome: string;
  offeredRefund: string;
  photos: string;
  adminNotes: string;
}

const isLower = ({ outcome }: InspectionFields): boolean => outcome === 'lower';

/** Checks a lower refund and its reason. The server repeats the check. */
function checkInspection(fields: InspectionFields, { refund }: ReturnAnswer) {
  if (!isLower(fields)) return {};
  const isBelow = typedMinorUnits(fields.offeredRefund) < refund.amountInMinorUnits;
  return {
    offeredRefund: isBelow
      ? undefined
      : (numberQuestion(fields.offeredRefund, shopCurrency) ??
        `Please enter an amount below ${formatMoney(refund)}.`),
    adminNotes: fields.adminNotes.trim() ? undefined : 'Please say in the notes why the refund is lower.',
  };
}

const inspectionBody = (
  fields: InspectionFields,
  { version, lines }: ReturnAnswer,
): Omit<BodyOf<typeof inspectReturn>, 'photoIds'> => ({
  version,
  lines: lines.map(({ key }, index) => ({ key, isRestocked: fields[`line${index}`] === 'restock' })),
  ...(isLower(fields) && {
    offeredRefund: { amountInMinorUnits: typedMinorUnits(fields.offeredRefund), currency: shopCurrency },
  }),
});

const noChoice = ['', 'Please choose'] as const;
const mustChoose = [isFilled, 'Please choose one.'] as const;

/** Describes the effect of saving. */
function effectText(fields: InspectionFields, current: ReturnAnswer): string {
  const destination =
    current.refundTo === 'credit' ? 'becomes credit of the customer' : 'goes back to the payment';
  return isLower(fields)
    ? `The customer gets a mail with the note. Accepted, the lower refund ${destination}; declined, the goods go back.`
    : `${formatMoney(current.refund)} ${destination}, and restocked pieces are on sale again. This cannot be undone.`;
}

/** Records the inspection of received goods: whether each line is restocked, and the refund. */
export function InspectDialog(props: RecordDialogProps<ReturnAnswer>) {
  const { row } = props;
  const [inspect] = requestsApi.useInspectReturnMutation();
  return (
    <StepDialog<ReturnAnswer, InspectionFields>
      {...useRequestStep('return', props)}
      what="inspect"
      title="Inspect return"
      submitText={(fields) => (isLower(fields) ? 'Offer lower refund' : 'Settle return')}
      fieldsOf={({ lines } = row) => ({
        ...Object.fromEntries(lines.map((_, index) => [`line${index}`, ''])),
        outcome: '',
        offeredRefund: '',
        photos: '',
        adminNotes: '',
      })}
      check={(fields, current = row) => checkInspection(fields, current)}
      save={(fields, current = row) =>
        inspect({
          id: row.id,
          photoIds: photoIdsOf(fields.photos),
          ...inspectionBody(fields, current),
          ...noteBody(fields.adminNotes),
        })
      }
      about={(_, current = row) => (
        <p>{`${current.orderNumber}, of ${current.name}. As described: ${formatMoney(current.refund)}`}</p>
      )}
      questionOf={(fields, current = row) => (isLower(fields) ? undefined : effectText(fields, current))}
      conflict={(fresh, entered) => [
        { name: 'Status', stored: sentenceCase(fresh.status), entered: '' },
        noteConflict(fresh, entered),
      ]}
      inputs={(fields, current = row) => [
        ...current.lines.map(({ name, details, quantity }, index) => ({
          name: `line${index}`,
          label: `${quantity} × ${name} ${details}`.trim(),
          options: [noChoice, ...statusOptions(['restock', 'write-off'])],
          must: mustChoose,
        })),
        {
          name: 'outcome',
          label: 'Goods',
          must: mustChoose,
          options: [
            noChoice,
            ['as-described', `As described: refund ${formatMoney(current.refund)}`],
            ['lower', 'Worse: offer a lower refund'],
          ],
        },
        isLower(fields)
          ? { name: 'offeredRefund', label: 'Lower refund', before: 'NPR', inputMode: 'decimal' }
          : null,
        photosInput({ path: '/api/returns/photos', maxPhotos: 4, seenBy: 'The customer sees them.' }),
        fields.outcome === '' ? null : (
          <Alert key="effect" tone="info">
            {effectText(fields, current)}
          </Alert>
        ),
        ...noteInputs(isLower(fields)),
      ]}
    />
  );
}
