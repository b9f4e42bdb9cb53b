import type { Order, OrderStatus, PaymentStatus } from '@kinmel/contracts';
import { Alert, Button, Dialog, Field, Select, TextArea } from '@kinmel/ui';
import { apiProblem, formatPrice, getStore, toast } from '@kinmel/web-kit';
import { type FormEvent, useId, useState } from 'react';
import { useDialogDraft, useKeepDraft } from '../../forms/dialog-draft.ts';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import classes from './checkout-orders.module.css';
import { chosenStatuses, isUnusualStep, orderStatuses, paymentStatuses } from './checkout-orders.rules.ts';
import { checkoutOrdersApi } from './checkout-orders-api.ts';
import { paymentMethodWords } from './payment-words.ts';

/** AERR-22, where the server gives no reason of its own. */
export const failedText = 'Failed to update order status';

/** Order status, payment status and note of one order (ACHK-14, ACHK-15, ACHK-18, ACHK-19). */
export function UpdateOrder({ row: order, onClose }: RecordDialogProps<Order>) {
  const draft = useDialogDraft({
    kind: 'checkout-order',
    what: 'update',
    id: order._id,
    version: order.version,
  });
  const { fields = {} } = draft;
  /** The order that the next save is about: the fresh one once somebody else was faster. */
  const [base, setBase] = useState(order);
  const [orderStatus, setOrderStatus] = useState<OrderStatus>(
    orderStatuses.find((status) => status === fields['orderStatus']) ?? order.orderStatus,
  );
  const [paymentStatus, setPaymentStatus] = useState<PaymentStatus>(
    paymentStatuses.find((status) => status === fields['paymentStatus']) ?? order.paymentStatus,
  );
  const [note, setNote] = useState(fields['note'] ?? order.adminNotes);
  const [isNoteMissing, setNoteMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [update, { isLoading }] = checkoutOrdersApi.useUpdateCheckoutOrderMutation();
  const formId = useId();

  const isOvertaken = base !== order || draft.isOvertaken;
  const isUnusual = isUnusualStep(base.orderStatus, orderStatus);
  const isUnchanged =
    orderStatus === base.orderStatus && paymentStatus === base.paymentStatus && note === base.adminNotes;
  // Only what was touched: the rest is as the order has it when the dialog is there again.
  const touched = {
    ...(orderStatus === base.orderStatus ? {} : { orderStatus }),
    ...(paymentStatus === base.paymentStatus ? {} : { paymentStatus }),
    ...(note === base.adminNotes ? {} : { note }),
  };
  useKeepDraft(draft, touched, !isUnchanged);
  const close = () => {
    draft.forget();
    onClose();
  };
  const now = (mine: string, theirs: string) =>
    isOvertaken && mine !== theirs ? `Now: ${theirs === '' ? 'nothing' : wordOf(theirs)}` : undefined;

  /**
   * Somebody else was faster. What was chosen here stays, with what they saved beside it; what was not touched here is as they
   * left it, so that a mark "Paid" takes no parcel back that was shipped meanwhile.
   */
  const showFresh = async () => {
    const { data } = await getStore().dispatch(
      checkoutOrdersApi.endpoints.getCheckoutOrder.initiate(order._id, {
        forceRefetch: true,
        subscribe: false,
      }),
    );
    if (!data) return setFailure(failedText);
    setBase(data);
    if (orderStatus === base.orderStatus) setOrderStatus(data.orderStatus);
    if (paymentStatus === base.paymentStatus) setPaymentStatus(data.paymentStatus);
    if (note === base.adminNotes) setNote(data.adminNotes);
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setFailure(undefined);
    const adminNotes = note.trim();
    setNoteMissing(isUnusual && adminNotes === '');
    if (isUnusual && adminNotes === '') return;
    const { data, error } = await update({
      id: order._id,
      body: {
        orderStatus,
        adminNotes,
        ...(paymentStatus === base.paymentStatus ? {} : { paymentStatus }),
        version: base.version,
      },
    });
    if (data) {
      toast.success(`Order ${data.orderNumber} updated`);
      return close();
    }
    const problem = apiProblem(error);
    if (problem.code === 'version-conflict') return showFresh();
    setFailure(problem.kind === 'answer' ? problem.message : failedText);
  };

  return (
    <Dialog
      open
      onClose={close}
      canDismiss={isUnchanged && !isLoading}
      title="Update order"
      actions={
        <>
          <Button look="line" onClick={close} disabled={isLoading}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isLoading} busyText="Saving..." disabled={isUnchanged}>
            {isUnusual ? 'Save anyway' : 'Save'}
          </Button>
        </>
      }
    >
      <p className={classes.subject}>
        {order.orderNumber}, {formatPrice(order.pricing.total)},{' '}
        {paymentMethodWords[order.paymentMethod].toLowerCase()}
      </p>
      <form id={formId} className={classes.form} onSubmit={(event) => void save(event)} noValidate>
        {isOvertaken ? (
          <Alert tone="warn">
            Somebody else has changed this order meanwhile. What you did not touch is as they left it; where
            you chose something else, what stands there now is beside it, and Save puts yours in its place.
          </Alert>
        ) : null}
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        <Field label="Order status" hint={now(orderStatus, base.orderStatus)}>
          <Select
            value={orderStatus}
            onChange={({ target }) => setOrderStatus(target.value as OrderStatus)} // the options are statuses
          >
            {[
              ...(base.orderStatus === 'confirmed' || orderStatus === 'confirmed' ? ['confirmed'] : []),
              ...chosenStatuses,
            ].map((status) => (
              <option key={status} value={status}>
                {wordOf(status)}
              </option>
            ))}
          </Select>
        </Field>
        {isUnusual ? (
          <Alert tone="warn">
            Going from {base.orderStatus} to {orderStatus} is not the usual way. The customer is told, and it
            cannot be undone: write a note that says why.
          </Alert>
        ) : null}
        <Field
          label="Payment status"
          hint={
            now(paymentStatus, base.paymentStatus) ??
            (order.paymentMethod === 'cash_on_delivery'
              ? 'Cash on delivery: mark Paid when cash is collected.'
              : undefined)
          }
        >
          <Select
            value={paymentStatus}
            onChange={({ target }) => setPaymentStatus(target.value as PaymentStatus)} // the options are statuses
          >
            {paymentStatuses.map((status) => (
              <option key={status} value={status}>
                {wordOf(status)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Admin notes"
          optional={!isUnusual}
          hint={now(note, base.adminNotes) ?? 'The customer reads it with the order.'}
          error={isNoteMissing ? 'Please write a note.' : undefined}
          announceError
        >
          <TextArea
            value={note}
            maxLength={1000}
            onChange={({ target }) => {
              setNote(target.value);
              setNoteMissing(false);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
