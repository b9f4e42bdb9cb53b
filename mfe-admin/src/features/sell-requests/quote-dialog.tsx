import type { SellRequestAnswer } from '@kinmel/contracts';
import { Alert, Field, Select, TextInput } from '@kinmel/ui';
import { useRef, useState } from 'react';
import { failureText } from '../../failure-text.ts';
import { useDialogDraft, useKeepDraft } from '../../forms/dialog-draft.ts';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { missingNoteText, needsNote, unusualStepText } from '../../lists/status/note.rules.ts';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { RequestDialog } from '../../requests/request-dialog.tsx';
import { dollars, formatMoment, statusesOf } from '../../requests/request-words.ts';
import { useSaveRequest } from '../../requests/use-save-request.ts';
import { newYesText, otherPriceText, readPrice, standsOnYes } from './quote.rules.ts';
import { phoneText } from './sell-request-words.ts';
import { sellRequestsApi } from './sell-requests-api.ts';

const centsOf = (price: number | null | undefined) => (typeof price === 'number' ? price.toFixed(2) : '');

/** "Update Quote": estimated price, status and notes (ASELL-22, ASELL-23). The customer gets a mail with price and note. */
export function QuoteDialog({ row: request, list, onClose }: RecordDialogProps<SellRequestAnswer>) {
  const priceInput = useRef<HTMLInputElement>(null);
  const statusInput = useRef<HTMLSelectElement>(null);
  const noteInput = useRef<HTMLTextAreaElement>(null);
  const draft = useDialogDraft({
    kind: 'sell-request',
    what: 'quote',
    id: request.id,
    version: request.version,
  });
  const { current, fresh, save } = useSaveRequest('sell-request', request, list, draft.isOvertaken);
  const [quote, { isLoading }] = sellRequestsApi.useQuoteSellRequestMutation();
  const [typed, setTyped] = useState(draft.fields?.['price']);
  // Not typed here: as it is now, so that a note takes no price of somebody else back.
  const price = typed ?? centsOf(current.estimatedPrice);
  const [status, setStatus] = useState(draft.fields?.['status'] ?? 'quoted');
  const [note, setNote] = useState(draft.fields?.['note'] ?? '');
  const [errors, setErrors] = useState<{ price?: string; status?: string; note?: string }>({});
  const [failure, setFailure] = useState<string>();
  const isUnusual = needsNote(current, status);
  const isDirty = note !== '' || price !== centsOf(current.estimatedPrice) || status !== 'quoted';
  useKeepDraft(draft, { status, note, ...(typed === undefined ? {} : { price: typed }) }, isDirty);
  const close = () => {
    draft.forget();
    onClose();
  };

  const isOther = (newPrice: number) =>
    typeof current.estimatedPrice === 'number' && current.estimatedPrice !== newPrice;

  /** What is wrong with the note for that price, if anything. */
  const noteErrorOf = (newPrice: number) => {
    if (note.trim() !== '') return undefined;
    if (isUnusual) return missingNoteText;
    return isOther(newPrice) ? otherPriceText : undefined;
  };

  const submit = async () => {
    const read = readPrice(price);
    if ('error' in read) {
      setErrors({ price: read.error });
      priceInput.current?.focus();
      return;
    }
    if (isOther(read.price) && standsOnYes(status)) {
      setErrors({ status: newYesText });
      statusInput.current?.focus();
      return;
    }
    const noteError = noteErrorOf(read.price);
    if (noteError !== undefined) {
      setErrors({ note: noteError });
      noteInput.current?.focus();
      return;
    }
    setErrors({});
    setFailure(undefined);
    const { data, error } = await save(({ id, version }) =>
      quote({
        id,
        estimatedPrice: read.price,
        status,
        version,
        ...(note.trim() === '' ? {} : { adminNotes: note.trim() }),
      }),
    );
    if (data) close();
    else if (error !== undefined) setFailure(failureText(error, 'Failed to update quote'));
  };

  return (
    <RequestDialog
      title="Update Quote"
      submitText="Save quote"
      about={
        <>
          {phoneText(current)}. Expected <strong>{dollars(current.expectedPrice)}</strong>
        </>
      }
      conflict={
        fresh && [
          {
            name: 'Estimated price',
            now: dollars(fresh.estimatedPrice),
            own: price === '' ? '' : `$${price}`,
          },
          { name: 'Status', now: wordOf(fresh.status), own: wordOf(status) },
          { name: 'Admin notes', now: fresh.adminNotes ?? '', own: note },
        ]
      }
      failure={failure}
      isDirty={isDirty}
      isSaving={isLoading}
      initialFocus={priceInput}
      note={note}
      isNoteNeeded={isUnusual}
      noteError={errors.note}
      noteInput={noteInput}
      onNote={(text) => {
        setNote(text);
        setErrors({});
      }}
      onSubmit={submit}
      onClose={close}
    >
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
            setTyped(event.target.value);
            setErrors({});
          }}
        />
      </Field>
      <Field label="Status" error={errors.status}>
        <Select
          ref={statusInput}
          name="status"
          required
          value={status}
          onChange={(event) => {
            setStatus(event.target.value);
            setErrors({});
          }}
        >
          {statusesOf['sell-request'].map((value) => (
            <option key={value} value={value}>
              {wordOf(value)}
            </option>
          ))}
        </Select>
      </Field>
      {isUnusual ? <Alert tone="warn">{unusualStepText}</Alert> : null}
    </RequestDialog>
  );
}
