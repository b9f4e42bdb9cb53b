import { Alert } from '@kinmel/ui';
import { useLocation, useNavigate } from 'react-router-dom';
import { ContentTitle } from '../../frame/content-title.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import classes from './events.module.css';
import { readOrderId } from './events.rules.ts';
import { FollowedOrder } from './followed-order.tsx';
import { ParkedMessages } from './parked-messages.tsx';

/** One order followed through the services, and what any of them has parked. */
export default function Events() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get('order') ?? '';
  const orderId = readOrderId(asked);
  return (
    <>
      <ContentTitle>Events</ContentTitle>
      <div className={classes.page}>
        <div className={classes.find}>
          <SearchBox
            label="Order id"
            placeholder="Id of an order"
            value={asked}
            onSearch={(text, how) =>
              void navigate(text === '' ? pathname : `${pathname}?order=${encodeURIComponent(text)}`, how)
            }
          />
          <p className={classes.detail}>
            The details of an order lead here; its id is the end of their address. Events are known for seven
            days.
          </p>
        </div>
        {asked !== '' && orderId === undefined ? (
          <Alert tone="warn">That is no id of an order. It has 24 characters, from 0 to 9 and a to f.</Alert>
        ) : null}
        {orderId === undefined ? null : <FollowedOrder key={orderId} orderId={orderId} />}
        <ParkedMessages />
      </div>
    </>
  );
}
