import type { SellRequestAnswer } from '@kinmel/contracts';
import { Alert, Button, Dialog, Field, Select, TextArea, TextInput } from '@kinmel/ui';
import { type FormEvent, useId, useRef, useState } from 'react';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { ConflictNotice } from '../../requests/conflict-notice.tsx';
import { failureText, isVersionConflict } from '../../requests/failure-text.ts';
import form from '../../requests/request-form.module.css';
import { dollars, formatMoment, statusesOf } from '../../requests/request-words.ts';
import {
  customerReadsText,
  missingNoteText,
  needsNote,
  notesMaxLength,
  unusualStepText,
} from '../../requests/status/note.rules.ts';
import type { PatchRow } from '../../requests/status/use-set-status.ts';
import { useFreshRequest } from '../../requests/use-fresh-request.ts';
import { otherPriceText, readPrice } from './quote.rules.ts';
import { phoneText } from './sell-request-words.ts';
import { sellRequestsApi } from './sell-requests-api.ts';

interface QuoteDialogProps {
  request: SellRequestAnswer;
  patch: PatchRow;
  onClose: () => void;
}

const centsOf = (price: number | null | undefined) => (typeof price === 'number' ? price.toFixed(2) : '');

/** "Update Quote": estimated price, status and notes (ASELL-22, ASELL-23). The customer gets a mail with price and note. */
export function QuoteDialog({ request, patch, onClose }: QuoteDialogProps) {
  const formId = useId();
  const priceInput = useRef<HTMLInputElement>(null);
  const notes = useRef<HTMLTextAreaElement>(null);
  const { current, fresh, refresh } = useFreshRequest('sell-request', request);
  const [quote, { isLoading }] = sellRequestsApi.useQuoteSellRequestMutation();
  const [price, setPrice] = useState(() => centsOf(request.estimatedPrice));
  const [status, setStatus] = useState('quoted');
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<{ price?: string; note?: string }>({});
  const [failure, setFailure] = useState<string>();
  const isUnusual = needsNote(current, status);

  /** What is wrong with the note for that price, if anything. */
  const noteErrorOf = (newPrice: number) => {
    if (note.trim() !== '') return undefined;
    if (isUnusual) return missingNoteText;
    const { estimatedPrice } = current;
    return typeof estimatedPrice === 'number' && estimatedPrice !== newPrice ? otherPriceText : undefined;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const read = readPrice(price);
    if ('error' in read) {
      setErrors({ price: read.error });
      priceInput.current?.focus();
      return;
    }
    const noteError = noteErrorOf(read.price);
    if (noteError !== undefined) {
      setErrors({ note: noteError });
      notes.current?.focus();
      return;
    }
    setErrors({});
    setFailure(undefined);
    const { data, error } = await quote({
      id: current.id,
      estimatedPrice: read.price,
      status,
      version: current.version,
      ...(note.trim() === '' ? {} : { adminNotes: note.trim() }),
    });
    if (data) {
      patch(data.id, data);
      onClose();
      return;
    }
    if (isVersionConflict(error)) {
      const now = await refresh();
      if (now) {
        patch(now.id, now);
        return;
      }
    }
    setFailure(failureText(error, 'Failed to update quote'));
  };

  const isDirty = note !== '' || price !== centsOf(request.estimatedPrice) || status !== 'quoted';
  return (
    <Dialog
      open
      onClose={onClose}
      title="Update Quote"
      initialFocus={priceInput}
      canDismiss={!isDirty && !isLoading}
      actions={
        <>
          <Button look="line" onClick={onClose} disabled={isLoading}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isLoading} busyText="Saving...">
            Save quote
          </Button>
        </>
      }
    >
      <p>
        {phoneText(current)}. Expected <strong>{dollars(current.expectedPrice)}</strong>
      </p>
      <form
        id={formId}
        className={form.form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        {fresh ? (
          <ConflictNotice
            fields={[
              {
                name: 'Estimated price',
                now: dollars(fresh.estimatedPrice),
                own: price === '' ? '' : `$${price}`,
              },
              {
                name: 'Status',
                now: wordOf(fresh.status),
                own: wordOf(status),
              },
              { name: 'Admin notes', now: fresh.adminNotes ?? '', own: note },
            ]}
          />
        ) : null}
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        <Field
          label="Estimated price"
          error={errors.price}
          hint={
            current.quoteValidUntil
              ? `The quote of ${dollars(current.estimatedPrice)} is good until ${formatMoment(current.quoteValidUntil)}.`
              : undefined
          }
        >
          <TextInput
            ref={priceInput}
            type="number"
            name="estimatedPrice"
            min={0}
            step={0.01}
            inputMode="decimal"
            before="$"
            required
            value={price}
            onChange={(event) => {
              setPrice(event.target.value);
              setErrors({});
            }}
          />
        </Field>
        <Field label="Status">
          <Select name="status" required value={status} onChange={(event) => setStatus(event.target.value)}>
            {statusesOf['sell-request'].map((value) => (
              <option key={value} value={value}>
                {wordOf(value)}
              </option>
            ))}
          </Select>
        </Field>
        {isUnusual ? <Alert tone="warn">{unusualStepText}</Alert> : null}
        <Field label="Admin notes" optional={!isUnusual} hint={customerReadsText} error={errors.note}>
          <TextArea
            ref={notes}
            name="adminNotes"
            maxLength={notesMaxLength}
            value={note}
            onChange={(event) => {
              setNote(event.target.value);
              setErrors({});
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
