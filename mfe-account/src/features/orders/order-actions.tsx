import type { DocumentKind, Order } from '@kinmel/contracts';
import { Alert, Button, ButtonLink, ConfirmDialog } from '@kinmel/ui';
import { apiProblem, findPage, formatDate, formatMoney, Link, toast, Widget } from '@kinmel/web-kit';
import { leaveShop, saveFile } from '@kinmel/web-kit/forms';
import CreditCard from 'lucide-react/icons/credit-card';
import FileDown from 'lucide-react/icons/file-down';
import { useLayoutEffect, useRef, useState } from 'react';
import { ordersApi } from './orders-api.ts';

const networkText = 'Network error';

/** Actions on an order: pay, buy again, invoice, credit notes, return, cancel. */
export function OrderActions({ order, isOrderPage = false }: { order: Order; isOrderPage?: boolean }) {
  const documents: Omit<DocumentButtonProps, 'order'>[] = [
    { kind: 'invoice', name: invoiceName(order) },
    ...(order.documents.includes('credit-note')
      ? [{ kind: 'credit-note', name: 'credit note' } as const]
      : []),
    ...order.returns.map(
      ({ id: returnId, reference }) =>
        ({ kind: 'credit-note', returnId, name: `credit note of return ${reference}` }) as const,
    ),
  ];
  return (
    <>
      {order.canPay ? <PayButton order={order} /> : null}
      <Widget
        name="mfe-cart-checkout/buy-again"
        products={order.products.filter(({ specialOffer }) => specialOffer === null)}
        whenMissing="nothing"
      />
      {isOrderPage
        ? documents.map((document) => <DocumentButton key={document.name} order={order} {...document} />)
        : null}
      {order.returnUntil && findPage('/returns/new') ? (
        <>
          <ButtonLink as={Link} to={`/returns/new?order=${order._id}`} look="line" fullWidth>
            Return items
          </ButtonLink>
          <p className="type-detail">{`You can return items until ${formatDate(order.returnUntil, 'long')}.`}</p>
        </>
      ) : null}
      {order.canCancel ? <CancelButton order={order} /> : null}
    </>
  );
}

function PayButton({ order }: { order: Order }) {
  const [pay, { isLoading }] = ordersApi.usePayOrderMutation();
  const openPaymentPage = async () => {
    const result = await pay(order._id);
    if (result.data) leaveShop(result.data);
    else toast.error(apiProblem(result.error).message ?? networkText);
  };
  return (
    <Button
      look="buy"
      fullWidth
      busy={isLoading}
      busyText="Opening the payment page …"
      onClick={() => void openPaymentPage()}
    >
      <CreditCard />
      Pay now
    </Button>
  );
}

/** Before it is paid or shipped, an order has no invoice. */
const invoiceName = ({ documents }: Order) => (documents.includes('invoice') ? 'invoice' : 'confirmation');

interface DocumentButtonProps {
  order: Order;
  kind: DocumentKind;
  returnId?: string;
  name: string;
}

function DocumentButton({ order, kind, returnId, name }: DocumentButtonProps) {
  const [fetchDocument, { isLoading }] = ordersApi.useFetchDocumentMutation();
  const save = async () => {
    const result = await fetchDocument({ id: order._id, kind, returnId });
    if (!result.data) {
      toast.error(apiProblem(result.error).message ?? networkText);
      return;
    }
    saveFile(`${name.replaceAll(' ', '-')}-${order.orderNumber}.pdf`, result.data);
  };
  return (
    <Button
      look="line"
      fullWidth
      busy={isLoading}
      busyText={`Making the ${name} …`}
      onClick={() => void save()}
    >
      <FileDown />
      <span>{`Download ${name}`}</span>
    </Button>
  );
}

function CancelButton({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false);
  const [cancel, { isLoading }] = ordersApi.useCancelOrderMutation();
  const [problem, setProblem] = useState<string>();
  const trigger = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = trigger.current;
    // The order takes the focus when this button is removed while focused.
    return () => {
      if (button && document.activeElement === button) button.closest('article')?.focus();
    };
  }, []);
  const close = () => {
    setOpen(false);
    setProblem(undefined);
  };
  const confirm = async () => {
    const result = await cancel(order._id);
    if (result.error) {
      setProblem(apiProblem(result.error).message ?? networkText);
      return;
    }
    close();
    toast.success(`Order ${order.orderNumber} was cancelled.`);
  };
  const { credit } = order;
  const refundTexts = [
    ...(credit ? [`${formatMoney(credit)} goes back to your credit`] : []),
    ...(order.paymentStatus === 'paid' && order.paymentMethod !== 'credit'
      ? ['your money goes back to where it came from']
      : []),
  ];
  return (
    <>
      <Button ref={trigger} look="line" fullWidth onClick={() => setOpen(true)}>
        Cancel order
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={close}
        title={`Cancel order ${order.orderNumber}?`}
        cancel="Keep order"
        confirm="Cancel order"
        onConfirm={() => void confirm()}
        busy={isLoading}
        busyText="Cancelling …"
      >
        <p>{`${['Nothing will be delivered', ...refundTexts].join(', and ')}. This cannot be undone.`}</p>
        {problem ? <Alert tone="bad">{problem}</Alert> : null}
      </ConfirmDialog>
    </>
  );
}
