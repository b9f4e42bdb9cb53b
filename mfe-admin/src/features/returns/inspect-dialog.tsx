import type { ReturnAnswer } from '@kinmel/contracts';
import { Alert, Field, Select, TextInput } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { sentenceCase, statusOptions } from '../../lists/status/statuses.rules.ts';
import { RequestDialog } from '../../requests/request-dialog.tsx';
import { statusFailures } from '../../requests/request-texts.ts';
import { requestsApi } from '../../requests/requests-api.ts';
import { usePhotos } from '../../requests/use-photos.tsx';
import { noteBody, useRequestForm } from '../../requests/use-request-form.ts';
import { checkInspection, type InspectionFields, inspectionBody, isLower } from './inspection.ts';

/** What the saved inspection does. */
function effectText(fields: InspectionFields, { refundTo }: ReturnAnswer, sum: string): string {
  const where = refundTo === 'credit' ? 'becomes credit of the customer' : 'goes back to the payment';
  return isLower(fields)
    ? `The customer gets a mail with the note. Accepted, the lower refund ${where}; declined, the goods go back.`
    : `${sum} ${where}, and restocked pieces are on sale again. This cannot be undone.`;
}

/** Records the inspection of received goods: what becomes of each line, and the refund. */
export function InspectDialog(props: RecordDialogProps<ReturnAnswer>) {
  const [inspect] = requestsApi.useInspectReturnMutation();
  const { photoIds, isUploading, field } = usePhotos({
    path: '/api/returns/photos',
    most: 4,
    seenBy: 'The customer sees them.',
  });
  const edit = useRequestForm<ReturnAnswer, InspectionFields>({
    ...props,
    kind: 'return',
    what: 'inspect',
    fieldsOf: ({ lines }) => ({
      ...Object.fromEntries(lines.map((_, index) => [`line${index}`, 'restock'])),
      outcome: 'as-described',
      offeredRefund: '',
      adminNotes: '',
    }),
    check: checkInspection,
    save: (fields, current) =>
      inspect({
        id: current.id,
        photoIds,
        ...inspectionBody(fields, current),
        ...noteBody(fields.adminNotes),
      }),
    failedText: statusFailures.return,
  });
  const { form, fields, current, errorOf } = edit;
  const sum = formatPrice(current.refund.amountInMinorUnits / 100);
  return (
    <RequestDialog
      title="Inspect return"
      submitText={isLower(fields) ? 'Offer lower refund' : 'Settle return'}
      about={`${current.orderNumber}, of ${current.name}. As described: ${sum}`}
      edit={{ ...edit, isSaving: edit.isSaving || isUploading }}
      isUnusual={isLower(fields)}
      conflict={[{ name: 'Status', now: sentenceCase(current.status), own: '' }]}
    >
      {current.lines.map(({ key, name, details, quantity }, index) => (
        <Field key={key} label={`${quantity} × ${name} ${details}`.trim()}>
          <Select {...form.register(`line${index}`)} options={statusOptions(['restock', 'write-off'])} />
        </Field>
      ))}
      <Field label="Goods">
        <Select
          {...form.register('outcome')}
          options={[
            ['as-described', `As described: refund ${sum}`],
            ['lower', 'Worse: offer a lower refund'],
          ]}
        />
      </Field>
      {isLower(fields) ? (
        <Field label="Lower refund" error={errorOf('offeredRefund')}>
          <TextInput {...form.register('offeredRefund')} before="NPR" inputMode="decimal" required />
        </Field>
      ) : null}
      {field}
      <Alert tone="info">{effectText(fields, current, sum)}</Alert>
    </RequestDialog>
  );
}
