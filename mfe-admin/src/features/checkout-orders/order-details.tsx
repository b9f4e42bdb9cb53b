import type { Order } from '@kinmel/contracts';
import { fromMinorUnits, paymentMethods } from '@kinmel/contracts/browser';
import { Alert, Button, Field, TextArea } from '@kinmel/ui';
import { apiProblem, formatDate, formatMoney, formatPrice, toast } from '@kinmel/web-kit';
import { useState } from 'react';
import { Placeholder, RetryAlert } from '../../frame/retry-alert.tsx';
import { RightLink } from '../../frame/right-link.tsx';
import {
  customerFacts,
  DetailsSection,
  RecordDetails,
  Timeline,
} from '../../lists/details/record-details.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { StatusBadge } from '../../lists/status/status.tsx';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { mailsApi } from '../../mails/mails-api.ts';
import { actors } from '../../requests/request-texts.ts';
import classes from './checkout-orders.module.css';
import { historyText } from './checkout-orders.rules.ts';
import { checkoutOrdersApi } from './checkout-orders-api.ts';
import { OrderReturn, OtherPayments } from './order-payments.tsx';
import { DocumentButton } from './tax-documents.tsx';

function Mails({ order }: { order: Order }) {
  const request = mailsApi.useListMailsAboutQuery(order._id);
  const { data: mails } = request;
  return (
    <DetailsSection title="Mails">
      {request.isError ? (
        <RetryAlert request={request}>The mails of this order could not be loaded.</RetryAlert>
      ) : mails === undefined ? (
        <Placeholder height={20} />
      ) : mails.length === 0 ? (
        <p>No mail has been written yet.</p>
      ) : (
        <Timeline
          steps={mails.map(({ mailId, subject, state, createdAt, lastError }) => ({
            key: mailId,
            at: createdAt,
            text: subject,
            detail: state,
            note: state === 'sent' ? undefined : lastError,
          }))}
        />
      )}
    </DetailsSection>
  );
}

/** Asks before a refund, which cannot be undone. */
function Refund({ order, onDone }: { order: Order; onDone: () => void }) {
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<string>();
  const [refund, { isLoading }] = checkoutOrdersApi.useRefundCheckoutOrderMutation();
  const send = async () => {
    setFailure(undefined);
    const { data, error } = await refund({ id: order._id, note: note.trim() });
    if (data) {
      toast.success(`Money of order ${data.orderNumber} goes back`);
      return onDone();
    }
    setFailure(apiProblem(error).message ?? 'The money could not be given back. Please try again.');
  };
  return (
    <section className="stack gap-16 above-16">
      <h3>{`Refund ${formatPrice(order.pricing.total)}`}</h3>
      <p>The money goes back to where it came from. This cannot be undone.</p>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      <Field label="Note" optional hint="The customer reads it.">
        <TextArea value={note} maxLength={1000} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <div className="row end">
        <Button look="line" size="medium" onClick={onDone}>
          Keep the money
        </Button>
        <Button look="danger" size="medium" busy={isLoading} onClick={() => void send()}>
          Refund
        </Button>
      </div>
    </section>
  );
}

/** One order with its history and mails, its tax documents and the refund. */
export function OrderDetails({ row: order, list, onClose }: RecordDialogProps<Order>) {
  const [isRefunding, setRefunding] = useState(false);
  const { customerDetails: customer, pricing, credit, paymentMethod } = order;
  // A whole refund after a return is refused.
  const canRefund =
    order.returns.length === 0 &&
    (paymentMethods[paymentMethod].isPaidOnline || paymentMethod === 'credit') &&
    order.paymentStatus === 'paid';
  return (
    <RecordDetails
      id={order._id}
      title={`Order ${order.orderNumber}`}
      subtitle={formatDate(order.createdAt, 'long')}
      status={order.orderStatus}
      canDismiss={!isRefunding}
      onClose={onClose}
      head={isRefunding ? <Refund order={order} onDone={() => setRefunding(false)} /> : null}
      groups={{
        Customer: [
          ...customerFacts(customer),
          ['Address', [customer.address, customer.city, customer.zipCode].filter(Boolean).join(', ')],
          customer.notes && ['Notes', customer.notes],
        ],
        Payment: [
          ['Method', paymentMethods[paymentMethod].label],
          ['Status', <StatusBadge key="status" status={order.paymentStatus} />],
          ...(['subtotal', 'shipping', 'tax', 'total'] as const).map(
            (name) => [sentenceCase(name), formatPrice(pricing[name])] as const,
          ),
          credit && ['Credit used', `${formatMoney(credit)}${credit.isReturned ? ', given back' : ''}`],
          credit && [
            'Paid otherwise',
            formatPrice(pricing.total - fromMinorUnits(credit.amountInMinorUnits)),
          ],
        ],
      }}
      texts={order.adminNotes === '' ? {} : { 'Admin notes': order.adminNotes }}
      history={order.history.toReversed().map((step) => ({
        key: `${step.at} ${step.what} ${step.to}`,
        at: step.at,
        text: historyText(step),
        detail: `by ${actors[step.by]}`,
        note: step.note === step.to ? undefined : step.note,
      }))}
      actions={
        isRefunding ? null : (
          <>
            {canRefund && list.may('orders.refund') ? (
              <Button look="ghostDanger" onClick={() => setRefunding(true)}>
                Refund
              </Button>
            ) : null}
            <DocumentButton
              order={order}
              kind="invoice"
              label={order.documents.includes('invoice') ? 'Invoice' : 'Confirmation'}
            />
            {order.documents.includes('credit-note') ? (
              <DocumentButton order={order} kind="credit-note" label="Credit note" />
            ) : null}
            {list.may('orders.change') ? (
              <Button onClick={() => list.openDialog('update', order)}>Update</Button>
            ) : null}
          </>
        )
      }
    >
      <DetailsSection title="Products">
        <ul className={`type-small ${classes.lines}`}>
          {order.products.map(({ productId, name, details, quantity, lineTotal, specialOffer }) => (
            <li key={`${productId} ${specialOffer?.id ?? ''}`}>
              <span>
                {[`${quantity} × ${name}`, details, specialOffer?.title].filter(Boolean).join(', ')}
              </span>
              <span>{formatPrice(lineTotal)}</span>
            </li>
          ))}
        </ul>
      </DetailsSection>
      {order.returns.map((settledReturn) => (
        <OrderReturn key={settledReturn.id} order={order} settledReturn={settledReturn} />
      ))}
      {order.otherPayments.length === 0 ? null : <OtherPayments order={order} />}
      {list.may('mails.see') ? <Mails order={order} /> : null}
      <RightLink right="messages.see" to={`/admin/events?order=${order._id}`}>
        Follow its events
      </RightLink>
      {order.userId === 'deleted' ? null : (
        <RightLink right="credit.see" to={recordAddress({ kind: 'credit', id: order.userId })}>
          Credit of this customer
        </RightLink>
      )}
    </RecordDetails>
  );
}
