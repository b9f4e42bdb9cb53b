import type { Order } from '@kinmel/contracts';
import { orderWords } from '@kinmel/contracts/life';
import { Breadcrumbs, ButtonLink, Container, EmptyState, RequestState, Skeleton } from '@kinmel/ui';
import { apiProblem, formatDate, formatTime, Link, usePageTitle } from '@kinmel/web-kit';
import { useSearchParams } from 'react-router-dom';
import { isUnderWay } from './order.rules.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderCard } from './order-card.tsx';
import classes from './order-page.module.css';
import { ordersApi } from './orders-api.ts';
import { fetchErrorText } from './orders-page.tsx';
import { usePollingInterval } from './use-polling-interval.ts';

const momentOf = (iso: string) => `${formatDate(iso, 'long')} at ${formatTime(iso)}`;

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
          <OrderCard order={order} isOrderPage actions={<OrderActions order={order} isOrderPage />} />
          <OrderHistory order={order} />
        </>
      ) : (
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
            <RequestState request={request} text={fetchErrorText(request.error)}>
              <Skeleton height={480} />
            </RequestState>
          )}
        </>
      )}
    </Container>
  );
}

function entryText({ what, to }: Order['history'][number]): string {
  if (what === 'order-status') return to in orderWords ? orderWords[to as Order['orderStatus']].name : to;
  return what === 'payment-status' ? `Payment ${to}` : 'Note';
}

/** The first entry only states that the order was placed, which the page shows itself. */
const isPlacing = ({ what, from }: Order['history'][number]) => what === 'order-status' && from === null;

/** The history of the order, newest first. */
function OrderHistory({ order }: { order: Order }) {
  return (
    <section className="above-16" aria-labelledby="order-history">
      <h2 id="order-history" className="type-block">
        What happened
      </h2>
      <ol className="stack gap-12 above-16">
        {order.history
          .filter((entry) => !isPlacing(entry))
          .toReversed()
          .map((entry) => (
            <li key={`${entry.at}/${entry.what}/${entry.to}`} className={classes.entry}>
              <time className="type-detail" dateTime={entry.at}>
                {momentOf(entry.at)}
              </time>
              <div>
                <span>{entryText(entry)}</span>
                {entry.note ? <p className="type-detail">{entry.note}</p> : null}
              </div>
            </li>
          ))}
        <li className={classes.entry}>
          <time className="type-detail" dateTime={order.createdAt}>
            {momentOf(order.createdAt)}
          </time>
          <span>Placed</span>
        </li>
      </ol>
    </section>
  );
}
