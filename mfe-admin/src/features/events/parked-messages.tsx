import { Button, Loading, Skeleton } from '@kinmel/ui';
import { OwnerGap } from '../../lists/owners/owner-gaps.tsx';
import classes from './events.module.css';
import { eventWords, formatSecond, type ServiceName, services } from './events.rules.ts';
import { eventsApi } from './events-api.ts';
import { useReplay } from './use-replay.ts';

/** Every message is a row; more of one service than this are counted, and the button for all takes them with it. */
const mostShown = 10;

function ServiceMessages({ service }: { service: ServiceName }) {
  const { currentData: parked, error, isFetching, refetch } = eventsApi.useListParkedMessagesQuery(service);
  const { give, isReplaying } = useReplay(() => void refetch());
  if (error !== undefined)
    return (
      <OwnerGap part={service} busy={isFetching} onRetry={() => void refetch()} className={classes.gap}>
        <span className={classes.service}>{service}</span> does not answer: what it parked is missing here.
      </OwnerGap>
    );
  if (parked === undefined)
    return (
      <Loading>
        <Skeleton width="100%" height={32} />
      </Loading>
    );
  const { messages, total } = parked;
  const shown = messages.slice(0, mostShown);
  return (
    <div className={classes.owner} aria-busy={isFetching || undefined}>
      <div className={classes.boxHead}>
        <h3 className={classes.what}>
          {`${service}: ${total === 0 ? 'nothing parked' : `${total} parked`}`}
        </h3>
        {total > 0 ? (
          <Button
            look="line"
            size="small"
            busy={isReplaying({ service })}
            onClick={() => void give({ service })}
            aria-label={`Give all back to ${service}`}
          >
            Give all back
          </Button>
        ) : null}
      </div>
      {shown.length > 0 ? (
        <ul className={classes.events}>
          {shown.map(({ eventType, eventId, reason, attempts, parkedAt }, index) => {
            const what = { service, eventType, eventId: eventId ?? undefined };
            return (
              <li key={eventId ?? `none ${index}`} className={classes.event}>
                <h4 className={classes.what}>{eventWords(eventType)}</h4>
                <p className={classes.detail}>
                  {parkedAt === null ? null : (
                    <>
                      <time dateTime={parkedAt}>{formatSecond(parkedAt)}</time>,{' '}
                    </>
                  )}
                  tries: {attempts} <span className={classes.id}>{eventId ?? 'no event of ours'}</span>
                </p>
                <div className={classes.deliveries}>
                  <div>
                    <span className={classes.reason}>{reason}</span>
                    {eventId === null ? null : (
                      <Button
                        look="line"
                        size="small"
                        busy={isReplaying(what)}
                        onClick={() => void give(what)}
                        aria-label={`Give back ${eventWords(eventType)} ${eventId} to ${service}`}
                      >
                        Give back
                      </Button>
                    )}
                  </div>
                </div>
              </li>
            );
          })}
        </ul>
      ) : null}
      {total > shown.length ? <p className={classes.detail}>and {total - shown.length} more</p> : null}
    </div>
  );
}

/** What each service could not handle, and the way to give it back. */
export function ParkedMessages() {
  return (
    <section className={classes.box} aria-labelledby="parked-messages">
      <div className={classes.boxHead}>
        <h2 id="parked-messages" className={classes.heading}>
          Parked messages
        </h2>
      </div>
      <p className={classes.detail}>
        A message that a service could not handle waits here. Find and mend the cause first; what has had its
        effect has none again.
      </p>
      {services.map((service) => (
        <ServiceMessages key={service} service={service} />
      ))}
    </section>
  );
}
