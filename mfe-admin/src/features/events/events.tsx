import { Alert, RequestState, Skeleton } from '@kinmel/ui';
import { useLocation, useNavigate } from 'react-router-dom';
import { ContentTitle } from '../../frame/content-title.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import classes from './events.module.css';
import { readOrderId, readOrderNumber } from './events.rules.ts';
import { eventsApi } from './events-api.ts';
import { FollowedOrder } from './followed-order.tsx';
import { ParkedMessages } from './parked-messages.tsx';

/** Looks up the order id by its number. */
function FoundOrder({ orderNumber }: { orderNumber: string }) {
  const request = eventsApi.useFindOrdersQuery(orderNumber);
  const { currentData, error } = request;
  if (error !== undefined || currentData === undefined)
    return (
      <RequestState request={request} text="The order could not be looked for.">
        <Skeleton width="100%" height={240} />
      </RequestState>
    );
  // The search also finds longer numbers.
  const match = currentData.orders.find((order) => order.orderNumber === orderNumber);
  return match ? (
    <FollowedOrder key={match._id} orderId={match._id} />
  ) : (
    <Alert tone="warn">{`There is no order ${orderNumber}.`}</Alert>
  );
}

/** Follows one order through the services, and lists parked messages. */
export default function Events() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const orderParameter = new URLSearchParams(search).get('order') ?? '';
  const orderId = readOrderId(orderParameter);
  const orderNumber = readOrderNumber(orderParameter);
  return (
    <>
      <ContentTitle>Events</ContentTitle>
      <div className="stack gap-20">
        <div className={`stack gap-12 ${classes.find}`}>
          <SearchBox
            label="Order number or id"
            placeholder="KM-7H2K-94QX"
            value={orderParameter}
            onSearch={(text, how) =>
              void navigate(text === '' ? pathname : `${pathname}?order=${encodeURIComponent(text)}`, how)
            }
          />
          <p className="type-hint anywhere">
            The details of an order lead here, too. Events are known for seven days.
          </p>
        </div>
        {orderParameter !== '' && orderId === undefined && orderNumber === undefined ? (
          <Alert tone="warn">
            That is neither a number of an order, such as KM-7H2K-94QX, nor its id of 24 characters.
          </Alert>
        ) : null}
        {orderId === undefined ? null : <FollowedOrder key={orderId} orderId={orderId} />}
        {orderNumber === undefined ? null : <FoundOrder key={orderNumber} orderNumber={orderNumber} />}
        <ParkedMessages />
      </div>
    </>
  );
}
