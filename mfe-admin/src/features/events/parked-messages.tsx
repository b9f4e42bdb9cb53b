import { Button } from '@kinmel/ui';
import { apiProblem, toast } from '@kinmel/web-kit';
import layout from '../../frame/layout.module.css';
import { Placeholder, RetryAlert } from '../../frame/retry-alert.tsx';
import { useRights } from '../../frame/use-rights.ts';
import { formatSecond } from '../../time/format-moment.ts';
import classes from './events.module.css';
import { eventText, type ServiceName, services } from './events.rules.ts';
import { eventsApi, type Replay } from './events-api.ts';

/** Replays parked messages and shows the outcome; `isReplaying` tells which replay is running. */
export function useReplay(onDone: () => void) {
  const [replay, { isLoading, originalArgs }] = eventsApi.useReplayParkedMessagesMutation();
  const replayMessages = async (messages: Replay) => {
    const { data, error } = await replay(messages);
    if (data === undefined)
      toast.error(apiProblem(error).message ?? 'The messages could not be given back. Please try again.');
    else toast.success(data === 1 ? '1 message was given back' : `${data} messages were given back`);
    // Also after a refusal: another user may have replayed the message.
    onDone();
  };
  const isReplaying = ({ service, eventType, eventId }: Replay) =>
    isLoading &&
    originalArgs?.service === service &&
    originalArgs.eventType === eventType &&
    originalArgs.eventId === eventId;
  return { replayMessages, isReplaying };
}

interface ReplayButtonProps {
  replay: ReturnType<typeof useReplay>;
  messages: Replay;
  /** Accessible name. */
  name: string;
  text?: string;
}

export function ReplayButton({ replay, messages, name, text = 'Give back' }: ReplayButtonProps) {
  const may = useRights();
  return may('messages.replay') ? (
    <Button
      look="line"
      size="small"
      busy={replay.isReplaying(messages)}
      onClick={() => void replay.replayMessages(messages)}
      aria-label={name}
    >
      {text}
    </Button>
  ) : null;
}

/** Further messages of a service are only counted; "Give all back" includes them. */
const maxShown = 10;

function ServiceMessages({ service }: { service: ServiceName }) {
  const request = eventsApi.useListParkedMessagesQuery(service);
  const { currentData: parkedMessages, error, isFetching } = request;
  const replay = useReplay(() => void request.refetch());
  if (error !== undefined)
    return (
      <RetryAlert part={service} request={request}>
        <span className="strong">{service}</span> does not answer: what it parked is missing here.
      </RetryAlert>
    );
  if (parkedMessages === undefined) return <Placeholder height={32} />;
  const { data: messages, total } = parkedMessages;
  const shownMessages = messages.slice(0, maxShown);
  return (
    <div className={`stack gap-12 ${classes.owner}`} aria-busy={isFetching || undefined}>
      <div className="row">
        <h3 className="type-label">{`${service}: ${total === 0 ? 'nothing parked' : `${total} parked`}`}</h3>
        {total > 0 ? (
          <ReplayButton
            replay={replay}
            messages={{ service }}
            name={`Give all back to ${service}`}
            text="Give all back"
          />
        ) : null}
      </div>
      {shownMessages.length > 0 ? (
        <ul className="stack gap-12">
          {shownMessages.map(({ eventType, eventId, reason, attempts, parkedAt }, index) => {
            const message = { service, eventType, eventId: eventId ?? undefined };
            return (
              <li key={eventId ?? `none ${index}`} className={`stack gap-4 ${classes.event}`}>
                <h4 className="type-label">{eventText(eventType)}</h4>
                <p className="type-hint anywhere">
                  {parkedAt === null ? null : (
                    <>
                      <time dateTime={parkedAt}>{formatSecond(parkedAt)}</time>,{' '}
                    </>
                  )}
                  <span>{`tries: ${attempts}`}</span>{' '}
                  <span className="figures anywhere">{eventId ?? 'not an event of the shop'}</span>
                </p>
                <div className="stack gap-8 type-small">
                  <div className="row">
                    <span className={`quiet anywhere ${classes.reason}`}>{reason}</span>
                    {eventId === null ? null : (
                      <ReplayButton
                        replay={replay}
                        messages={message}
                        name={`Give back ${eventText(eventType)} ${eventId} to ${service}`}
                      />
                    )}
                  </div>
                </div>
              </li>
            );
          })}
        </ul>
      ) : null}
      {total > shownMessages.length ? (
        <p className="type-hint anywhere">{`and ${total - shownMessages.length} more`}</p>
      ) : null}
    </div>
  );
}

/** The messages that each service could not handle. */
export function ParkedMessages() {
  return (
    <section className={`${layout.box} stack gap-12`} aria-labelledby="parked-messages">
      <div className="row">
        <h2 id="parked-messages" className={classes.heading}>
          Parked messages
        </h2>
      </div>
      <p className="type-hint anywhere">
        A message that a service could not handle waits here. Find and mend the cause first; what has had its
        effect has none again.
      </p>
      {services.map((service) => (
        <ServiceMessages key={service} service={service} />
      ))}
    </section>
  );
}
