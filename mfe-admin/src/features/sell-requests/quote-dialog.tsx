import type { SellRequestAnswer } from '@kinmel/contracts';
import { StepDialog } from '../../forms/step-dialog.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { noteBody, noteInputs } from '../../lists/status/note-inputs.tsx';
import { needsNote, sentenceCase, statusOptions } from '../../lists/status/statuses.rules.ts';
import { noteConflict, useRequestStep } from '../../requests/request-step.tsx';
import { dollars, effectOf, statusesOf } from '../../requests/request-texts.ts';
import { requestsApi } from '../../requests/requests-api.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { checkQuote, priceOf, type QuoteFields } from './quote.rules.ts';
import { phoneText } from './sell-request-texts.ts';

/** Sets price, status and note. The customer gets a mail with price and note. */
export function QuoteDialog(props: RecordDialogProps<SellRequestAnswer>) {
  const { row } = props;
  const [quote] = requestsApi.useQuoteSellRequestMutation();
  return (
    <StepDialog<SellRequestAnswer, QuoteFields>
      {...useRequestStep('sell-request', props)}
      what="quote"
      title="Update Quote"
      submitText="Save quote"
      fieldsOf={({ estimatedPrice } = row) => ({
        estimatedPrice: typeof estimatedPrice === 'number' ? estimatedPrice.toFixed(2) : '',
        status: 'quoted',
        adminNotes: '',
      })}
      check={(fields, current = row) => checkQuote(fields, current)}
      save={({ estimatedPrice, status, adminNotes }, { id, version } = row) =>
        quote({ id, estimatedPrice: priceOf(estimatedPrice), status, version, ...noteBody(adminNotes) })
      }
      failed="Failed to update quote"
      about={(_, current = row) => (
        <p>
          <span>{`${phoneText(current)}. Expected`}</span> <strong>{dollars(current.expectedPrice)}</strong>
        </p>
      )}
      conflict={(fresh, entered) => [
        {
          name: 'Estimated price',
          stored: dollars(fresh.estimatedPrice),
          entered: entered.estimatedPrice === '' ? '' : `$${entered.estimatedPrice}`,
        },
        { name: 'Status', stored: sentenceCase(fresh.status), entered: sentenceCase(entered.status) },
        noteConflict(fresh, entered),
      ]}
      inputs={({ status }, current = row) => [
        {
          name: 'estimatedPrice',
          label: 'Estimated price',
          hint: current.quoteValidUntil
            ? `The quote of ${dollars(current.estimatedPrice)} is good until ${formatMoment(current.quoteValidUntil)}.`
            : undefined,
          min: 0,
          step: 0.01,
          inputMode: 'decimal',
          before: '$',
        },
        { name: 'status', label: 'Status', options: statusOptions(statusesOf('sell-request')) },
        ...noteInputs(needsNote(current, status), effectOf('sell-request', status)),
      ]}
    />
  );
}
