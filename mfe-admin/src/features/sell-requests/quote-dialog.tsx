import type { SellRequestAnswer } from '@kinmel/contracts';
import { formatMoment } from '../../lists/format-moment.ts';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { needsNote, sentenceCase, statusOptions } from '../../lists/status/statuses.rules.ts';
import { RequestDialog } from '../../requests/request-dialog.tsx';
import { dollars, statusesOf } from '../../requests/request-texts.ts';
import { requestsApi } from '../../requests/requests-api.ts';
import { checkQuote, type QuoteFields } from './quote.rules.ts';
import { phoneText } from './sell-request-texts.ts';

/** Sets price, status and note. The customer gets a mail with price and note. */
export function QuoteDialog(props: RecordDialogProps<SellRequestAnswer>) {
  const [quote] = requestsApi.useQuoteSellRequestMutation();
  return (
    <RequestDialog<SellRequestAnswer, QuoteFields>
      {...props}
      kind="sell-request"
      what="quote"
      title="Update Quote"
      submitText="Save quote"
      fieldsOf={({ estimatedPrice }) => ({
        estimatedPrice: typeof estimatedPrice === 'number' ? estimatedPrice.toFixed(2) : '',
        status: 'quoted',
      })}
      check={checkQuote}
      save={({ estimatedPrice, status }, { id, version }, note) =>
        quote({ id, estimatedPrice: Number(estimatedPrice), status, version, ...note })
      }
      failed="Failed to update quote"
      about={(current) => (
        <>
          {phoneText(current)}. Expected <strong>{dollars(current.expectedPrice)}</strong>
        </>
      )}
      isUnusual={({ status }, current) => needsNote(current, status)}
      conflict={({ estimatedPrice, status }, own) => [
        {
          name: 'Estimated price',
          now: dollars(estimatedPrice),
          own: own.estimatedPrice === '' ? '' : `$${own.estimatedPrice}`,
        },
        { name: 'Status', now: sentenceCase(status), own: sentenceCase(own.status) },
      ]}
      inputs={(_, { estimatedPrice, quoteValidUntil }) => [
        {
          name: 'estimatedPrice',
          label: 'Estimated price',
          hint: quoteValidUntil
            ? `The quote of ${dollars(estimatedPrice)} is good until ${formatMoment(quoteValidUntil)}.`
            : undefined,
          isFocused: true,
          type: 'number',
          min: 0,
          step: 0.01,
          inputMode: 'decimal',
          before: '$',
        },
        { name: 'status', label: 'Status', options: statusOptions(statusesOf['sell-request']) },
      ]}
    />
  );
}
