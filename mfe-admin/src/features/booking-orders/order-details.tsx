import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { Button, Dialog } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { FactGroup, Words } from '../../requests/details/fact-groups.tsx';
import { HistoryList } from '../../requests/details/history-list.tsx';
import { capital, dollars, formatMoment, shortId } from '../../requests/request-words.ts';
import classes from './booking-orders.module.css';
import { promiseOf } from './booking-orders.rules.ts';

interface OrderDetailsProps {
  order: PhoneOrderAnswer;
  onClose: () => void;
  onStatus: () => void;
}

/** Everything of one phone order (ABOOK-13, AENT-08). */
export function OrderDetails({ order, onClose, onStatus }: OrderDetailsProps) {
  const isPickup = order.deliveryMethod === 'pickup';
  return (
    <Dialog
      open
      onClose={onClose}
      title="Order Details"
      size="wide"
      actions={<Button onClick={onStatus}>Update Status</Button>}
    >
      <p className={classes.head}>
        <span>
          {shortId(order.id)}, ordered {formatDate(order.createdAt, 'short')}
        </span>
        <StatusBadge status={order.status} />
      </p>
      <div className={classes.groups}>
        <FactGroup
          title="Customer"
          facts={[
            ['Name', order.name],
            [
              'Email',
              <a key="email" href={`mailto:${order.email}`}>
                {order.email}
              </a>,
            ],
            [
              'Phone',
              <a key="phone" href={`tel:${order.phone}`}>
                {order.phone}
              </a>,
            ],
          ]}
        />
        <FactGroup
          title="Phone"
          facts={[
            ['Model', order.model],
            ['Color', order.color],
            ['Storage', order.storage],
            ['Quantity', order.quantity],
            ['Total price', dollars(order.totalPrice)],
            ['Budget', order.budget || 'None given'],
          ]}
        />
        <FactGroup
          title="Payment and delivery"
          facts={[
            ['Payment', order.paymentMethod === 'installment' ? 'Installment' : 'Full payment'],
            ['Delivery', isPickup ? 'Pickup' : 'Delivery'],
            isPickup
              ? ['Preferred', `${order.preferredDate} ${order.preferredTime}`.trim() || 'No time given']
              : ['Address', order.address],
            ['Priority', `${capital(order.priority ?? '')}, ${promiseOf(order.priority)}`],
            ['Last updated', formatMoment(order.updatedAt)],
          ]}
        />
        <Words title="Message">{order.message || 'None given.'}</Words>
        <Words title="Admin notes">{order.adminNotes || 'None yet.'}</Words>
        <Words title="History">
          <HistoryList record={order.id} history={order.history} />
        </Words>
      </div>
    </Dialog>
  );
}
