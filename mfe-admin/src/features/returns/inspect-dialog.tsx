import type { ReturnAnswer } from '@kinmel/contracts';
import { Alert, Button, Field, Select, TextInput } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { useState } from 'react';
import { failureText } from '../../failure-text.ts';
import layout from '../../frame/layout.module.css';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { minorUnitsOf } from '../../money/typed-amount.ts';
import { FilePicker } from '../../products/image/file-picker.tsx';
import { RequestDialog } from '../../requests/request-dialog.tsx';
import { statusFailures } from '../../requests/request-texts.ts';
import { noteBody, useRequestForm } from '../../requests/use-request-form.ts';
import {
  checkInspection,
  type InspectionFields,
  inspectionBody,
  inspectionFields,
  isLower,
  lineField,
  photoIdsOf,
} from './inspection.rules.ts';
import { returnsApi } from './returns-api.ts';

const maxPhotos = 4;

/** What the saved inspection does. */
function effectText(fields: InspectionFields, { refund, refundTo }: ReturnAnswer): string {
  const where =
    refundTo === 'credit' ? 'becomes credit of the customer' : 'goes back to how the customer paid';
  if (!isLower(fields))
    return `${formatPrice(refund.amountInMinorUnits / 100)} ${where}, and restocked pieces are on sale again. This cannot be undone.`;
  const amount = minorUnitsOf(fields.offeredRefund);
  const sum = Number.isNaN(amount) ? 'It' : formatPrice(amount / 100);
  return `The customer gets a mail with this note. Accepted, ${sum} ${where}, and restocked pieces are on sale again. Declined, the goods go back to the customer.`;
}

/** Records the inspection of received goods: what becomes of each line, and the refund. */
export function InspectDialog(props: RecordDialogProps<ReturnAnswer>) {
  const [inspect] = returnsApi.useInspectReturnMutation();
  const [upload, uploading] = returnsApi.useUploadInspectionPhotoMutation();
  const [photoFailure, setPhotoFailure] = useState<string>();
  const edit = useRequestForm<ReturnAnswer, InspectionFields>({
    ...props,
    kind: 'return',
    what: 'inspect',
    fieldsOf: inspectionFields,
    check: checkInspection,
    save: (fields, current) =>
      inspect({ ...inspectionBody(fields, current), ...noteBody(fields.adminNotes) }),
    failedText: statusFailures.return,
  });
  const { form, fields, current, errorOf } = edit;
  const photoIds = photoIdsOf(fields);
  const keepPhotos = (ids: readonly string[]) => edit.set({ photos: ids.join(' ') });
  const addPhoto = async ([file]: readonly File[]) => {
    if (!file) return;
    setPhotoFailure(undefined);
    const { data, error } = await upload(file);
    if (data) keepPhotos([...photoIds, data.photoId]);
    else setPhotoFailure(failureText(error, 'The photo could not be uploaded.'));
  };
  const sum = formatPrice(current.refund.amountInMinorUnits / 100);
  return (
    <RequestDialog
      title="Inspect return"
      submitText={isLower(fields) ? 'Offer lower refund' : 'Settle return'}
      about={`${current.orderNumber}, of ${current.name}. For goods as described: ${sum}`}
      edit={{ ...edit, isSaving: edit.isSaving || uploading.isLoading }}
      conflict={[{ name: 'Status', now: sentenceCase(current.status), own: '' }]}
    >
      {current.lines.map(({ key, name, details, quantity }, index) => (
        <Field key={key} label={[`${quantity} × ${name}`, details].filter(Boolean).join(', ')}>
          <Select {...form.register(lineField(index))}>
            <option value="restock">Restock</option>
            <option value="write-off">Write off</option>
          </Select>
        </Field>
      ))}
      <Field label="Goods">
        <Select {...form.register('outcome')}>
          <option value="as-described">As described: refund {sum}</option>
          <option value="lower">Worse: offer a lower refund</option>
        </Select>
      </Field>
      {isLower(fields) ? (
        <Field label="Lower refund" error={errorOf('offeredRefund')}>
          <TextInput {...form.register('offeredRefund')} before="NPR" inputMode="decimal" required />
        </Field>
      ) : null}
      <FilePicker
        label="Photos"
        name="photo"
        accept="image/jpeg,image/png,image/gif"
        hint={`JPEG, PNG or GIF, up to 5MB each, at most ${maxPhotos}. The customer sees them.`}
        error={photoFailure}
        text={uploading.isLoading ? 'Uploading...' : undefined}
        disabled={uploading.isLoading || photoIds.length >= maxPhotos}
        onChoose={(files) => void addPhoto(files)}
      />
      {photoIds.map((photoId, index) => (
        <p key={photoId} className={layout.spread}>
          Photo {index + 1}
          <Button
            look="ghost"
            size="small"
            aria-label={`Remove photo ${index + 1}`}
            onClick={() => keepPhotos(photoIds.filter((one) => one !== photoId))}
          >
            Remove
          </Button>
        </p>
      ))}
      <Alert tone="info">{effectText(fields, current)}</Alert>
    </RequestDialog>
  );
}
