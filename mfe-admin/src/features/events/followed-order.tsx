import { Button, EmptyState, Loading, Skeleton, StatusChip, type StatusTone } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { OwnerGap } from '../../lists/owners/owner-gaps.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import classes from './events.module.css';
import {
  type Delivery,
  eventWords,
  type FollowedEvent,
  followedEvents,
  formatSecond,
  type ServiceName,
  services,
} from './events.rules.ts';
import { eventsApi } from './events-api.ts';
import { OrderMails } from './order-mails.tsx';
import { useReplay } from './use-replay.ts';

const deliveryWords: Readonly<Record<Delivery['state'], readonly [tone: StatusTone, words: string]>> = {
  'taken-up': ['ok', 'Taken up'],
  parked: ['bad', 'Parked'],
  'on-its-way': ['warn', 'On its way'],
  held: ['warn', 'Waits in the outbox'],
  unknown: ['mute', 'Does not answer'],
};

const isService = (name: string): name is ServiceName => services.some((service) => service === name);

interface EventProps {
  event: FollowedEvent;
  replay: ReturnType<typeof useReplay>;
}

function Deliveries({ event, replay: { give, isReplaying } }: EventProps) {
  const { eventId, eventType, deliveries } = event;
  if (deliveries.length === 0) return <p className={classes.detail}>No service takes it.</p>;
  return (
    <ul className={classes.deliveries}>
      {deliveries.map(({ service, state, at, reason }) => {
        const [tone, words] = deliveryWords[state];
        const what = isService(service) ? { service, eventType, eventId } : undefined;
        return (
          <li key={service}>
            <span className={classes.service}>{service}</span>
            <StatusChip tone={tone}>{words}</StatusChip>
            {at === null ? null : <time dateTime={at}>{formatSecond(at)}</time>}
            {reason ? <span className={classes.reason}>{reason}</span> : null}
            {state === 'parked' && what ? (
              <Button
                look="line"
                size="small"
                busy={isReplaying(what)}
                onClick={() => void give(what)}
                aria-label={`Give back ${eventWords(eventType)} to ${service}`}
              >
                Give back
              </Button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function EventRow(props: EventProps) {
  const { eventId, eventType, published } = props.event;
  return (
    <li className={classes.event}>
      <h3 className={classes.what}>{eventWords(eventType)}</h3>
      <p className={classes.detail}>
        {published === null ? (
          'Its publisher says nothing of it.'
        ) : (
          <>
            {published.by}, <time dateTime={published.occurredAt}>{formatSecond(published.occurredAt)}</time>;{' '}
            {published.sentAt === null ? (
              'it waits in the outbox'
            ) : (
              <>
                left at <time dateTime={published.sentAt}>{formatSecond(published.sentAt)}</time>
              </>
            )}
          </>
        )}{' '}
        <span className={classes.id}>{eventId}</span>
      </p>
      <Deliveries {...props} />
    </li>
  );
}

/** Asks each service for its part; an answer that fails leaves the others as they are. */
function useRecordEvents(record: string) {
  const { useGetRecordEventsQuery: useEvents } = eventsApi;
  const answers = {
    order: useEvents({ service: 'order', record }),
    catalog: useEvents({ service: 'catalog', record }),
    offer: useEvents({ service: 'offer', record }),
    notification: useEvents({ service: 'notification', record }),
    'service-request': useEvents({ service: 'service-request', record }),
  };
  return services.map((service) => ({ service, ...answers[service] }));
}

/** The way of one order through the services: its events, who had them when, and its mails. */
export function FollowedOrder({ orderId }: { orderId: string }) {
  const asked = useRecordEvents(orderId);
  const refresh = () => {
    for (const { refetch } of asked) void refetch();
  };
  const replay = useReplay(refresh);
  const isLoading = asked.some(({ currentData, error }) => currentData === undefined && error === undefined);
  const isFetching = asked.some((one) => one.isFetching);
  const parts = Object.fromEntries(
    asked.flatMap(({ service, currentData }) => (currentData ? [[service, currentData]] : [])),
  );
  const events = followedEvents(parts);
  const gaps = asked.filter(({ error }) => error !== undefined);
  return (
    <>
      <section className={classes.box} aria-labelledby="events-of-order">
        <div className={classes.boxHead}>
          <h2 id="events-of-order" className={classes.heading}>
            Events
          </h2>
          <Link to={recordAddress({ kind: 'order', id: orderId })} className={classes.link}>
            Open the order
          </Link>
          <Button look="line" size="small" busy={isFetching && !isLoading} onClick={refresh}>
            Refresh
          </Button>
        </div>
        {gaps.map(({ service, isFetching: busy, refetch }) => (
          <OwnerGap
            key={service}
            part={service}
            busy={busy}
            onRetry={() => void refetch()}
            className={classes.gap}
          >
            <span className={classes.service}>{service}</span> does not answer: what it published and took up
            is missing here.
          </OwnerGap>
        ))}
        {isLoading ? (
          <Loading>
            <Skeleton width="100%" height={240} />
          </Loading>
        ) : events.length > 0 ? (
          <ol className={classes.events} aria-busy={isFetching || undefined}>
            {events.map((event) => (
              <EventRow key={event.eventId} event={event} replay={replay} />
            ))}
          </ol>
        ) : gaps.length < services.length ? (
          <EmptyState
            text="No events of this order in the last seven days."
            detail="Services forget events after that; the order keeps its history."
          />
        ) : null}
      </section>
      <OrderMails orderId={orderId} />
    </>
  );
}
