import { Button, EmptyState, StatusChip, type StatusTone } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import layout from '../../frame/layout.module.css';
import { Placeholder, RetryAlert } from '../../frame/retry-alert.tsx';
import { useEachOwner } from '../../lists/owners/use-each-owner.ts';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { formatSecond } from '../../time/format-moment.ts';
import classes from './events.module.css';
import { eventText, type FollowedEvent, followedEvents, type ServiceName, services } from './events.rules.ts';
import { eventsApi } from './events-api.ts';
import { OrderMails } from './order-mails.tsx';
import { ReplayButton, useReplay } from './parked-messages.tsx';

type State = FollowedEvent['deliveries'][number]['state'];
const deliveryLabels: Readonly<Record<State, readonly [tone: StatusTone, label: string]>> = {
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

function Deliveries({ event, replay }: EventProps) {
  const { eventId, eventType, deliveries } = event;
  if (deliveries.length === 0) return <p className="type-hint anywhere">No service takes it.</p>;
  return (
    <ul className="stack gap-8 type-small">
      {deliveries.map(({ service, state, at, reason }) => {
        const [tone, words] = deliveryLabels[state];
        const parkedMessage = isService(service) ? { service, eventType, eventId } : undefined;
        return (
          <li key={service} className="row">
            <span className="strong">{service}</span>
            <StatusChip tone={tone}>{words}</StatusChip>
            {at === null ? null : <time dateTime={at}>{formatSecond(at)}</time>}
            {reason ? <span className={`quiet anywhere ${classes.reason}`}>{reason}</span> : null}
            {state === 'parked' && parkedMessage ? (
              <ReplayButton
                replay={replay}
                messages={parkedMessage}
                name={`Give back ${eventText(eventType)} to ${service}`}
              />
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
    <li className={`stack gap-4 ${classes.event}`}>
      <h3 className="type-label">{eventText(eventType)}</h3>
      <p className="type-hint anywhere">
        {published === undefined ? (
          <span>Its publisher has no record of it.</span>
        ) : (
          <>
            <span>{`${published.publisher},`}</span>{' '}
            <time dateTime={published.occurredAt}>{formatSecond(published.occurredAt)}</time>
            <span>;</span>{' '}
            {published.sentAt === null ? (
              <span>it waits in the outbox</span>
            ) : (
              <>
                <span>left at</span> <time dateTime={published.sentAt}>{formatSecond(published.sentAt)}</time>
              </>
            )}
          </>
        )}{' '}
        <span className="figures anywhere">{eventId}</span>
      </p>
      <Deliveries {...props} />
    </li>
  );
}

/** One query per service, so that they fail independently. */
function useRecordEvents(record: string) {
  const answers = useEachOwner(services, (service) => eventsApi.useGetRecordEventsQuery({ service, record }));
  return services.map((service) => ({ service, ...answers[service] }));
}

/** The events of one order with their deliveries, and its mails. */
export function FollowedOrder({ orderId }: { orderId: string }) {
  const queries = useRecordEvents(orderId);
  const refresh = () => {
    for (const { refetch } of queries) void refetch();
  };
  const replay = useReplay(refresh);
  const isLoading = queries.some(
    ({ currentData, error }) => currentData === undefined && error === undefined,
  );
  const isFetching = queries.some((one) => one.isFetching);
  const parts = Object.fromEntries(
    queries.flatMap(({ service, currentData }) => (currentData ? [[service, currentData]] : [])),
  );
  const events = followedEvents(parts);
  const failedQueries = queries.filter(({ error }) => error !== undefined);
  return (
    <>
      <section className={`${layout.box} stack gap-12`} aria-labelledby="events-of-order">
        <div className="row">
          <h2 id="events-of-order" className={classes.heading}>
            Events
          </h2>
          <Link to={recordAddress({ kind: 'order', id: orderId })} className="type-label">
            Open the order
          </Link>
          <Button look="line" size="small" busy={isFetching && !isLoading} onClick={refresh}>
            Refresh
          </Button>
        </div>
        {failedQueries.map((query) => (
          <RetryAlert key={query.service} part={query.service} request={query}>
            <span className="strong">{query.service}</span> does not answer: what it published and took up is
            missing here.
          </RetryAlert>
        ))}
        {isLoading ? (
          <Placeholder height={240} />
        ) : events.length > 0 ? (
          <ol className="stack gap-12" aria-busy={isFetching || undefined}>
            {events.map((event) => (
              <EventRow key={event.eventId} event={event} replay={replay} />
            ))}
          </ol>
        ) : failedQueries.length < services.length ? (
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
