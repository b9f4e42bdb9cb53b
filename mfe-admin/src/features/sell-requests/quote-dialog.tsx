import type { SellRequestAnswer } from '@kinmel/contracts';
import { Field, Select, TextInput } from '@kinmel/ui';
import { useRef } from 'react';
import { formatMoment } from '../../lists/format-moment.ts';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { needsNote, sentenceCase, statusOptions } from '../../lists/status/statuses.rules.ts';
import { RequestDialog } from '../../requests/request-dialog.tsx';
import { dollars, statusesOf } from '../../requests/request-texts.ts';
import { requestsApi } from '../../requests/requests-api.ts';
import { noteBody, useRequestForm } from '../../requests/use-request-form.ts';
import { checkQuote, type QuoteFields } from './quote.rules.ts';
import { phoneText } from './sell-request-texts.ts';

const centsOf = (price: number | null | undefined) => (typeof price === 'number' ? price.toFixed(2) : '');

/** Sets price, status and note. The customer gets a mail with price and note. */
export function QuoteDialog(props: RecordDialogProps<SellRequestAnswer>) {
  const priceInput = useRef<HTMLInputElement>(null);
  const [quote] = requestsApi.useQuoteSellRequestMutation();
  const edit = useRequestForm<SellRequestAnswer, QuoteFields>({
    ...props,
    kind: 'sell-request',
    what: 'quote',
    fieldsOf: ({ estimatedPrice }) => ({
      estimatedPrice: centsOf(estimatedPrice),
      status: 'quoted',
      adminNotes: '',
    }),
    check: checkQuote,
    save: ({ estimatedPrice, status, adminNotes }, { id, version }) =>
      quote({ id, estimatedPrice: Number(estimatedPrice), status, version, ...noteBody(adminNotes) }),
    failedText: 'Failed to update quote',
  });
  const { form, fields, current, errorOf } = edit;
  const { ref: registerPrice, ...price } = form.register('estimatedPrice');
  return (
    <RequestDialog
      title="Update Quote"
      submitText="Save quote"
      about={
        <>
          {phoneText(current)}. Expected <strong>{dollars(current.expectedPrice)}</strong>
        </>
      }
      edit={edit}
      isUnusual={needsNote(current, fields.status)}
      initialFocus={priceInput}
      conflict={[
        {
          name: 'Estimated price',
          now: dollars(current.estimatedPrice),
          own: fields.estimatedPrice === '' ? '' : `$${fields.estimatedPrice}`,
        },
        { name: 'Status', now: sentenceCase(current.status), own: sentenceCase(fields.status) },
      ]}
    >
      <Field
        label="Estimated price"
        error={errorOf('estimatedPrice')}
        hint={
          current.quoteValidUntil
            ? `The quote of ${dollars(current.estimatedPrice)} is good until ${formatMoment(current.quoteValidUntil)}.`
            : undefined
        }
      >
        <TextInput
          {...price}
          ref={(input) => {
            registerPrice(input);
            priceInput.current = input;
          }}
          type="number"
          min={0}
          step={0.01}
          inputMode="decimal"
          before="$"
          required
        />
      </Field>
      <Field label="Status" error={errorOf('status')}>
        <Select {...form.register('status')} required options={statusOptions(statusesOf['sell-request'])} />
      </Field>
    </RequestDialog>
  );
}
