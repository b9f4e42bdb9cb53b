import type { Order } from '@kinmel/contracts';
import { paymentMethods } from '@kinmel/contracts/browser';
import { Alert, Button, Dialog, Field, Loading, Skeleton, TextArea } from '@kinmel/ui';
import { apiProblem, formatDate, formatPrice, Link, toast } from '@kinmel/web-kit';
import { useState } from 'react';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { mailsApi } from '../../mails/mails-api.ts';
import { saveFile } from '../../save-file.ts';
import classes from './checkout-orders.module.css';
import { checkoutOrdersApi } from './checkout-orders-api.ts';

const { useRefundCheckoutOrderMutation, useFetchCheckoutInvoiceMutation } = checkoutOrdersApi;

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Asia/Kathmandu',
});

const actors = { customer: 'Customer', admin: 'Admin', shop: 'Shop' } as const;

function History({ order }: { order: Order }) {
  return (
    <section>
      <h3 className={classes.heading}>History</h3>
      <ol className={classes.list}>
        {order.history.map(({ at, by, what, from, to, note }) => (
          <li key={`${at} ${what} ${to}`}>
            <span className={classes.detail}>
              {moment.format(new Date(at))}, {actors[by]}
            </span>
            {what === 'note' ? to : `${from === null ? '' : `${wordOf(from)} to `}${wordOf(to)}`}
            {what === 'payment-status' ? ' (payment)' : ''}
            {note !== '' && note !== to ? <span className={classes.detail}>{note}</span> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Mails({ order }: { order: Order }) {
  const { data: mails, isError, isFetching, refetch } = mailsApi.useListMailsAboutQuery(order._id);
  return (
    <section>
      <h3 className={classes.heading}>Mails</h3>
      {isError ? (
        <Alert tone="bad">
          The mails of this order could not be loaded.{' '}
          <Button look="line" size="small" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        </Alert>
      ) : null}
      {mails === undefined && !isError ? (
        <Loading>
          <Skeleton width="60%" height={20} />
        </Loading>
      ) : null}
      {mails?.length === 0 ? <p className={classes.detail}>No mail has been written yet.</p> : null}
      {mails && mails.length > 0 ? (
        <ul className={classes.list}>
          {mails.map(({ mailId, subject, state, createdAt, lastError }) => (
            <li key={mailId}>
              <span className={classes.detail}>
                {moment.format(new Date(createdAt))}, {state}
              </span>
              {subject}
              {state !== 'sent' && lastError ? <span className={classes.detail}>{lastError}</span> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** Asks before money goes back, since it goes back once. */
function Refund({ order, onDone }: { order: Order; onDone: () => void }) {
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<string>();
  const [refund, { isLoading }] = useRefundCheckoutOrderMutation();
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
    <section className={classes.form}>
      <h3 className={classes.heading}>Refund {formatPrice(order.pricing.total)}</h3>
      <p>The money goes back to the card. This cannot be undone.</p>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      <Field label="Note" optional hint="The customer reads it.">
        <TextArea value={note} maxLength={1000} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <div className={classes.actions}>
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

function Facts({ order }: { order: Order }) {
  const { customerDetails: customer, pricing } = order;
  const address = [customer.address, customer.city, customer.zipCode]
    .filter((part) => part !== '')
    .join(', ');
  return (
    <div className={classes.columns}>
      <section>
        <h3 className={classes.heading}>Customer</h3>
        <p className={classes.name}>{customer.name}</p>
        <p>
          {customer.email === '' ? null : (
            <a className={classes.contact} href={`mailto:${customer.email}`}>
              {customer.email}
            </a>
          )}
        </p>
        <p>
          {customer.phone === '' ? null : (
            <a className={classes.contact} href={`tel:${customer.phone}`}>
              {customer.phone}
            </a>
          )}
        </p>
        <p>{address}</p>
        {customer.notes === '' ? null : <p className={classes.detail}>{customer.notes}</p>}
        <h3 className={classes.heading}>Payment</h3>
        <p>
          {paymentMethods[order.paymentMethod].label} <StatusBadge status={order.paymentStatus} />
        </p>
        {order.adminNotes === '' ? null : (
          <>
            <h3 className={classes.heading}>Admin notes</h3>
            <p className={classes.written}>{order.adminNotes}</p>
          </>
        )}
      </section>
      <section>
        <h3 className={classes.heading}>Products</h3>
        <ul className={classes.list}>
          {order.products.map(({ productId, name, details, quantity, lineTotal, specialOffer }) => (
            <li key={`${productId} ${specialOffer?.id ?? ''}`} className={classes.line}>
              <span>
                {quantity} × {name}
                {details ? <span className={classes.detail}>{details}</span> : null}
                {specialOffer ? <span className={classes.detail}>{specialOffer.title}</span> : null}
              </span>
              <span>{formatPrice(lineTotal)}</span>
            </li>
          ))}
        </ul>
        <dl className={classes.figures}>
          <div>
            <dt>Subtotal</dt>
            <dd>{formatPrice(pricing.subtotal)}</dd>
          </div>
          <div>
            <dt>Shipping</dt>
            <dd>{formatPrice(pricing.shipping)}</dd>
          </div>
          <div>
            <dt>Tax</dt>
            <dd>{formatPrice(pricing.tax)}</dd>
          </div>
          <div className={classes.name}>
            <dt>Total</dt>
            <dd>{formatPrice(pricing.total)}</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}

/** One order with its history and mails, its invoice, and the way to give money back. */
export function OrderDetails({ row: order, list, onClose }: RecordDialogProps<Order>) {
  const [isRefunding, setRefunding] = useState(false);
  const [fetchInvoice, invoice] = useFetchCheckoutInvoiceMutation();
  const download = async () => {
    const answer = await fetchInvoice(order._id);
    if (answer.data) saveFile(`invoice-${order.orderNumber}.pdf`, answer.data);
    else
      toast.error(apiProblem(answer.error).message ?? 'The invoice could not be loaded. Please try again.');
  };
  const canRefund = paymentMethods[order.paymentMethod].isPaidOnline && order.paymentStatus === 'paid';
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      canDismiss={!isRefunding}
      title={`Order ${order.orderNumber}`}
      actions={
        isRefunding ? null : (
          <>
            {canRefund ? (
              <Button look="ghostDanger" onClick={() => setRefunding(true)}>
                Refund
              </Button>
            ) : null}
            <Button look="line" busy={invoice.isLoading} onClick={() => void download()}>
              Invoice
            </Button>
            <Button onClick={() => list.ask('update', order)}>Update</Button>
          </>
        )
      }
    >
      <div className={classes.form}>
        <p className={classes.subject}>
          {formatDate(order.createdAt, 'long')} <StatusBadge status={order.orderStatus} />
        </p>
        {isRefunding ? <Refund order={order} onDone={() => setRefunding(false)} /> : null}
        <Facts order={order} />
        <div className={classes.columns}>
          <History order={order} />
          <Mails order={order} />
        </div>
        <p>
          <Link to={`/admin/events?order=${order._id}`}>Follow its events</Link>{' '}
          <Link to={`/admin/audit?record=${order._id}`}>Who changed it</Link>
        </p>
      </div>
    </Dialog>
  );
}
