import type { Order, OrderStatus, PaymentStatus } from '@kinmel/contracts';
import { paymentMethods } from '@kinmel/contracts/browser';
import { Alert, Button, Dialog, Field, Select, TextArea } from '@kinmel/ui';
import { apiProblem, formatPrice, toast, useAppDispatch } from '@kinmel/web-kit';
import { useId } from 'react';
import { ConflictNotice } from '../../forms/form-notices.tsx';
import { useRecordForm } from '../../forms/use-record-form.ts';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import classes from './checkout-orders.module.css';
import { chosenStatuses, isUnusualStep, paymentStatuses } from './checkout-orders.rules.ts';
import { checkoutOrdersApi } from './checkout-orders-api.ts';

/** Where the server gives no reason of its own. */
export const failedText = 'Failed to update order status';

interface OrderFields extends Record<string, string> {
  orderStatus: OrderStatus;
  paymentStatus: PaymentStatus;
  adminNotes: string;
}

const labels = { orderStatus: 'Order status', paymentStatus: 'Payment status', adminNotes: 'Admin notes' };

/** Order status, payment status and note of one order. */
export function UpdateOrder({ row: order, onClose }: RecordDialogProps<Order>) {
  const dispatch = useAppDispatch();
  const [update] = checkoutOrdersApi.useUpdateCheckoutOrderMutation();
  const formId = useId();
  const edit = useRecordForm<Order, OrderFields>({
    kind: 'checkout-order',
    what: 'update',
    record: order,
    fieldsOf: ({ orderStatus, paymentStatus, adminNotes } = order) => ({
      orderStatus,
      paymentStatus,
      adminNotes,
    }),
    check: ({ orderStatus, adminNotes }, current = order) => ({
      adminNotes:
        isUnusualStep(current.orderStatus, orderStatus) && adminNotes.trim() === ''
          ? 'Please write a note.'
          : undefined,
    }),
    save: ({ orderStatus, paymentStatus, adminNotes }, { version, ...current } = order) =>
      update({
        id: order._id,
        body: {
          orderStatus,
          adminNotes: adminNotes.trim(),
          // A mark "Paid" must not take back what somebody else saved meanwhile.
          ...(paymentStatus === current.paymentStatus ? {} : { paymentStatus }),
          version,
        },
      }),
    readFresh: async (id) => {
      const { getCheckoutOrder } = checkoutOrdersApi.endpoints;
      return (await dispatch(getCheckoutOrder.initiate(id, { forceRefetch: true, subscribe: false }))).data;
    },
    onSaved: ({ orderNumber }) => {
      toast.success(`Order ${orderNumber} updated`);
      onClose();
    },
    failureText: (error) => {
      const { kind, code, message } = apiProblem(error);
      return kind === 'answer' && code !== 'version-conflict' && message ? message : failedText;
    },
  });
  const { form, fields, theirs, isSaving, isDirty, box } = edit;
  const current = edit.current ?? order;
  const isUnusual = isUnusualStep(current.orderStatus, fields.orderStatus);
  const close = () => {
    edit.forget();
    onClose();
  };
  const statuses = [
    ...([current.orderStatus, fields.orderStatus].includes('confirmed') ? ['confirmed'] : []),
    ...chosenStatuses,
  ];
  const options = (values: readonly string[]) =>
    values.map((status) => (
      <option key={status} value={status}>
        {wordOf(status)}
      </option>
    ));

  return (
    <Dialog
      open
      onClose={close}
      canDismiss={!isDirty && !isSaving}
      title="Update order"
      actions={
        <>
          <Button look="line" onClick={close} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isSaving} busyText="Saving..." disabled={!isDirty}>
            {isUnusual ? 'Save anyway' : 'Save'}
          </Button>
        </>
      }
    >
      <p className={classes.subject}>
        {order.orderNumber}, {formatPrice(order.pricing.total)},{' '}
        {paymentMethods[order.paymentMethod].label.toLowerCase()}
      </p>
      <form ref={box} id={formId} className={classes.form} onSubmit={edit.submit} noValidate>
        {theirs ? (
          <ConflictNotice
            rows={(['orderStatus', 'paymentStatus', 'adminNotes'] as const)
              .filter((name) => theirs[name] !== fields[name])
              .map((name) => ({
                name: labels[name],
                now: wordOf(theirs[name]),
                own: wordOf(fields[name]),
                onUse: () => edit.set({ [name]: theirs[name] }),
              }))}
          />
        ) : null}
        {edit.failure ? <Alert tone="bad">{edit.failure}</Alert> : null}
        <Field label={labels.orderStatus}>
          <Select {...form.register('orderStatus')}>{options(statuses)}</Select>
        </Field>
        {isUnusual ? (
          <Alert tone="warn">
            Going from {current.orderStatus} to {fields.orderStatus} is not the usual way. The customer is
            told, and it cannot be undone: write a note that says why.
          </Alert>
        ) : null}
        <Field
          label={labels.paymentStatus}
          hint={
            order.paymentMethod === 'cash_on_delivery'
              ? 'Cash on delivery: mark Paid when cash is collected.'
              : undefined
          }
        >
          <Select {...form.register('paymentStatus')}>{options(paymentStatuses)}</Select>
        </Field>
        <Field
          label={labels.adminNotes}
          optional={!isUnusual}
          hint="The customer reads it with the order."
          error={edit.errorOf('adminNotes')}
          announceError
        >
          <TextArea {...form.register('adminNotes')} maxLength={1000} />
        </Field>
      </form>
    </Dialog>
  );
}
