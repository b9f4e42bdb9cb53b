import type { Order } from '@kinmel/contracts';
import { Button, VisuallyHidden } from '@kinmel/ui';
import { formatDate, formatPrice } from '@kinmel/web-kit';
import Banknote from 'lucide-react/icons/banknote';
import CreditCard from 'lucide-react/icons/credit-card';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { CutText } from '../../lists/table/cut-text.tsx';
import type { ListColumn } from '../../lists/table/list-column.ts';
import classes from './checkout-orders.module.css';
import { shownProducts } from './checkout-orders.rules.ts';
import { paymentMethodWords } from './payment-words.ts';

interface RowActions {
  readonly open: (order: Order) => void;
  readonly update: (order: Order) => void;
}

function Products({ order }: { order: Order }) {
  const { names, more } = shownProducts(order);
  return (
    <>
      <CutText lines={2}>{names}</CutText>
      {more > 0 ? <span className={classes.detail}>+{more} more</span> : null}
    </>
  );
}

function Payment({ order }: { order: Order }) {
  const Icon = order.paymentMethod === 'card' ? CreditCard : Banknote;
  return (
    <span className={classes.payment}>
      <Icon aria-hidden="true" />
      <span>
        <VisuallyHidden>{paymentMethodWords[order.paymentMethod]}</VisuallyHidden>
        <span className={classes.name}>{formatPrice(order.pricing.total)}</span>
        <StatusBadge status={order.paymentStatus} />
      </span>
    </span>
  );
}

export const columnsOf = ({ open, update }: RowActions): readonly ListColumn<Order>[] => [
  {
    key: 'number',
    header: 'Order number',
    cell: (order) => (
      <button type="button" className={classes.number} onClick={() => open(order)}>
        {order.orderNumber}
      </button>
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    isHideable: true,
    cell: ({ customerDetails }) => (
      <>
        <CutText className={classes.name}>{customerDetails.name}</CutText>
        <CutText className={classes.detail}>{customerDetails.email}</CutText>
      </>
    ),
  },
  { key: 'products', header: 'Products', isHideable: true, cell: (order) => <Products order={order} /> },
  {
    key: 'payment',
    header: 'Payment',
    isHideable: true,
    sortBy: ({ pricing }) => pricing.total,
    cell: (order) => <Payment order={order} />,
  },
  {
    key: 'status',
    header: 'Order status',
    isHideable: true,
    cell: ({ orderStatus }) => <StatusBadge status={orderStatus} />,
  },
  {
    key: 'date',
    header: 'Date',
    isHideable: true,
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <span className={classes.nowrap}>{formatDate(createdAt, 'short')}</span>,
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (order) => (
      <Button
        look="line"
        size="small"
        aria-label={`Update ${order.orderNumber}`}
        onClick={() => update(order)}
      >
        Update
      </Button>
    ),
  },
];
