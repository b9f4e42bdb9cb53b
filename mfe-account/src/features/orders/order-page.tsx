import type { Order } from '@kinmel/contracts';
import { Breadcrumbs, ButtonLink, Container, EmptyState, ErrorState, Loading, Skeleton } from '@kinmel/ui';
import { apiProblem, Link, usePageTitle } from '@kinmel/web-kit';
import { useSearchParams } from 'react-router-dom';
import { isUnderWay } from './order.rules.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderCard } from './order-card.tsx';
import classes from './order-page.module.css';
import { statusLabels } from './orders.content.ts';
import { ordersApi } from './orders-api.ts';
import { fetchErrorText } from './orders-page.tsx';
import { usePollingInterval } from './use-polling-interval.ts';

const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Asia/Kathmandu',
});

/** `/order?id=…`: one order with its history and invoice. */
export default function OrderPage() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const isId = /^[0-9a-f]{24}$/i.test(id);
  const request = ordersApi.useGetMyOrderQuery(id, { skip: !isId, refetchOnMountOrArgChange: true });
  const { data: order } = request;
  ordersApi.endpoints.getMyOrder.useQuerySubscription(id, {
    skip: !isId,
    pollingInterval: usePollingInterval(order !== undefined && isUnderWay(order)),
  });
  usePageTitle(order ? `Order ${order.orderNumber}` : 'Your order');
  const isUnknown = !isId || apiProblem(request.error).status === 404;

  return (
    <Container page>
      <Breadcrumbs
        link={Link}
        items={[
          { label: 'Home', to: '/' },
          { label: 'My Orders', to: '/orders' },
          { label: order?.orderNumber ?? 'Order' },
        ]}
      />
      {order ? (
        <>
          <OrderCard order={order} isWhole actions={<OrderActions order={order} isWhole />} />
          <OrderHistory order={order} />
        </>
      ) : (
        <OrderMissing isUnknown={isUnknown} request={request} />
      )}
    </Container>
  );
}

interface OrderMissingProps {
  isUnknown: boolean;
  request: { error?: unknown; isFetching: boolean; refetch: () => unknown };
}

function OrderMissing({ isUnknown, request }: OrderMissingProps) {
  if (!isUnknown && request.error === undefined)
    return (
      <Loading>
        <Skeleton className={classes.skeleton} width="100%" />
      </Loading>
    );
  return (
    <>
      <h1>Your order</h1>
      {isUnknown ? (
        <EmptyState
          text="There is no such order in your account."
          actions={
            <ButtonLink as={Link} to="/orders">
              My Orders
            </ButtonLink>
          }
        />
      ) : (
        <ErrorState text={fetchErrorText(request.error)} request={request} />
      )}
    </>
  );
}

function entryText({ what, to }: Order['history'][number]): string {
  if (what === 'order-status')
    return to in statusLabels ? statusLabels[to as Order['orderStatus']].label : to;
  return what === 'payment-status' ? `Payment ${to}` : 'Note';
}

/** The first entry only states that the order was placed, which the page shows itself. */
const isPlacing = ({ what, from }: Order['history'][number]) => what === 'order-status' && from === null;

/** The history of the order, newest first. */
function OrderHistory({ order }: { order: Order }) {
  return (
    <section className={classes.history} aria-labelledby="order-history">
      <h2 id="order-history" className="type-block">
        What happened
      </h2>
      <ol className={classes.entries}>
        {order.history
          .filter((entry) => !isPlacing(entry))
          .toReversed()
          .map((entry) => (
            <li key={`${entry.at}/${entry.what}/${entry.to}`} className={classes.entry}>
              <time dateTime={entry.at}>{moment.format(new Date(entry.at))}</time>
              <span>
                {entryText(entry)}
                {entry.note ? <span className={classes.entryNote}>{entry.note}</span> : null}
              </span>
            </li>
          ))}
        <li className={classes.entry}>
          <time dateTime={order.createdAt}>{moment.format(new Date(order.createdAt))}</time>
          <span>Placed</span>
        </li>
      </ol>
    </section>
  );
}
