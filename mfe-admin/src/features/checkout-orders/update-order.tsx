import type { Order } from '@kinmel/contracts';
import { paymentMethods } from '@kinmel/contracts/browser';
import { paymentLife, statusesOf } from '@kinmel/contracts/life';
import { Alert } from '@kinmel/ui';
import { formatMoney, formatPrice, toast, useAppDispatch } from '@kinmel/web-kit';
import { isVersionConflict, reasonOf } from '../../failure-text.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { FormNotices } from '../../forms/form-notices.tsx';
import { RecordInput } from '../../forms/record-input.tsx';
import { useRecordForm } from '../../forms/use-record-form.ts';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { sentenceCase, statusOptions } from '../../lists/status/statuses.rules.ts';
import { isUnusualStep, selectableStatuses } from './checkout-orders.rules.ts';
import { checkoutOrdersApi } from './checkout-orders-api.ts';

/** Used when the server gives no reason. */
export const failedText = 'Failed to update order status';

type OrderFields = Pick<Order, 'orderStatus' | 'paymentStatus' | 'adminNotes'>;

const labels = { orderStatus: 'Order status', paymentStatus: 'Payment status', adminNotes: 'Admin notes' };

export function UpdateOrder({ row: order, onClose }: RecordDialogProps<Order>) {
  const dispatch = useAppDispatch();
  const [update] = checkoutOrdersApi.useUpdateCheckoutOrderMutation();
  const recordForm = useRecordForm<Order, OrderFields>({
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
          // Sent only when changed, so that it does not undo a change by another user.
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
    failureText: (error) => (isVersionConflict(error) ? failedText : reasonOf(error, failedText)),
  });
  const { fields } = recordForm;
  const current = recordForm.current ?? order;
  const isUnusual = isUnusualStep(current.orderStatus, fields.orderStatus);
  const statuses = [
    ...([current.orderStatus, fields.orderStatus].includes('confirmed') ? ['confirmed'] : []),
    ...selectableStatuses,
  ];
  return (
    <FormDialog
      title="Update order"
      submitText={isUnusual ? 'Save anyway' : 'Save'}
      canSubmit={recordForm.isDirty}
      recordForm={recordForm}
      onClose={onClose}
    >
      <p className="quiet">
        {`${order.orderNumber}, ${formatPrice(order.pricing.total)}, ${order.credit ? `${formatMoney(order.credit)} of it by credit, ` : ''}${paymentMethods[order.paymentMethod].label.toLowerCase()}`}
      </p>
      <FormNotices
        recordForm={recordForm}
        labels={labels}
        textOf={(value) => (typeof value === 'string' ? sentenceCase(value) : '')}
        noun="order"
      />
      <RecordInput
        recordForm={recordForm}
        name="orderStatus"
        label={labels.orderStatus}
        options={statusOptions(statuses)}
      />
      {isUnusual ? (
        <Alert tone="warn">{`Going from ${current.orderStatus} to ${fields.orderStatus} is not the usual way. The customer is told, and it cannot be undone: write a note that says why.`}</Alert>
      ) : null}
      <RecordInput
        recordForm={recordForm}
        name="paymentStatus"
        label={labels.paymentStatus}
        hint={
          order.paymentMethod === 'cash_on_delivery'
            ? `${paymentMethods.cash_on_delivery.label}: mark Paid when cash is collected.`
            : undefined
        }
        options={statusOptions(statusesOf(paymentLife))}
      />
      <RecordInput
        recordForm={recordForm}
        name="adminNotes"
        label={labels.adminNotes}
        optional={!isUnusual}
        hint="The customer reads it with the order."
        announceError
        rows={2}
        maxLength={1000}
      />
    </FormDialog>
  );
}
