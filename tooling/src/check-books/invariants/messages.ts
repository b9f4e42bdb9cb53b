import { accountLocked, passkeysChanged, passwordResetRequested, staffInvited } from '@kinmel/contracts';
import { consumersOf, inboxMarksExistMs, type OutboxEvent, queueOf, queuesOf } from '../books.ts';
import { openBroker, type QueueState } from '../broker.ts';
import type { Invariant } from '../report.ts';
import { events, invariantsOf } from './about.ts';

/** Events that do not change their account, so that several may have the same version. */
const eventsWithoutChange: ReadonlySet<string> = new Set(
  [accountLocked, passkeysChanged, passwordResetRequested, staffInvited].map(({ type }) => type),
);

/** Sent events of one queue. */
interface Deliveries {
  readonly handled: number[];
  readonly missing: { readonly eventId: string; readonly text: string; readonly sentAt: number }[];
}

/**
 * Consumers handle messages concurrently and retry failed ones later, so events may be handled out of order
 * by up to this time.
 */
const orderSlackMs = 60_000;

/**
 * Parked and delayed messages are known by id. Queued messages are only counted: an event that was sent well
 * before a handled one cannot be queued any more, so it is lost.
 */
function lostOf({ missing, handled }: Deliveries, { eventIds, waiting, unread }: QueueState) {
  const newestHandledAt = handled.reduce((newest, sentAt) => Math.max(newest, sentAt), 0);
  const notFound = missing
    .filter(({ eventId }) => !eventIds.has(eventId))
    .sort((left, right) => right.sentAt - left.sentAt);
  const queued = notFound.filter(({ sentAt }) => sentAt > newestHandledAt - orderSlackMs).slice(0, waiting);
  return notFound.filter((delivery) => !queued.includes(delivery)).slice(unread);
}

/** The relay sends every second, so an event that is unsent for longer is lost or blocked. */
const unsentGraceMs = 60_000;

const isMailed = ({ type, data }: OutboxEvent): boolean =>
  /^(order|credit|payout|sell-request|repair-booking|phone-order|return)\./.test(type) &&
  (consumersOf[type]?.includes('notification') ?? false) &&
  data?.customer?.email !== '';
const mailIdOf = ({ type, eventId }: OutboxEvent) => `${type.replace('.', '-')}-${eventId}`;

const eventsWithMails = invariantsOf('events with mails', (books) => books.events.filter(isMailed));

export const messageInvariants: readonly Invariant[] = [
  events.all(
    'I-8',
    'every confirmed message is handled, parked or queued',
    async function* ({ events, handledEvents, parkedEvents, readAt, options }, note) {
      const queues = new Map<string, Deliveries>();
      for (const { eventId, type, aggregateId, sentAt } of events) {
        if (sentAt === null || readAt.getTime() - sentAt.getTime() > inboxMarksExistMs) continue;
        for (const queue of queuesOf(type)) {
          const deliveries = queues.get(queue) ?? { handled: [], missing: [] };
          queues.set(queue, deliveries);
          if (handledEvents.has(`${queue}:${eventId}`)) deliveries.handled.push(sentAt.getTime());
          else
            deliveries.missing.push({
              eventId,
              text: `${aggregateId}: ${queue} has not handled ${type} ${eventId}`,
              sentAt: sentAt.getTime(),
            });
        }
      }
      if (options.amqpUrl === undefined) {
        note('broker not asked');
        for (const [queue, { missing }] of queues)
          for (const { eventId, text } of missing) if (!parkedEvents.has(`${queue}:${eventId}`)) yield text;
        return;
      }
      // Queues are read after the databases: messages that were handled in between only lower the count, and
      // messages that a database notes as parked may have been replayed.
      const broker = await openBroker(options.amqpUrl, options.queuePrefix);
      try {
        for (const [queue, deliveries] of queues) {
          if (deliveries.missing.length === 0) continue;
          const state = await broker.stateOf(queue);
          if (state === undefined && deliveries.handled.length === 0) {
            note(`without ${queue}, which this shop does not have`);
            continue;
          }
          const emptyQueue = { waiting: 0, unread: 0, eventIds: new Set<string>() };
          for (const { text } of lostOf(deliveries, state ?? emptyQueue)) yield text;
        }
      } finally {
        await broker.close();
      }
    },
  ),
  events.each('I-17', 'no event has been unsent for more than a minute', function* (event, { readAt }) {
    const { eventId, type, aggregateId, sentAt } = event;
    const since = new Date(event.occurredAt);
    const isOverdue = sentAt === null && readAt.getTime() - since.getTime() > unsentGraceMs;
    if (isOverdue && queuesOf(type).length > 0)
      yield `${aggregateId}: ${type} ${eventId} is unsent since ${since.toISOString()}`;
  }),
  events.all('I-62', 'no version of a record published an event twice', function* ({ events }) {
    // Many orders redeem one version of an offer.
    const nameOf = ({ type, aggregateId, aggregateVersion, data }: OutboxEvent) =>
      `${aggregateId}: ${[type, data?.orderId].filter(Boolean).join(' of ')} of version ${aggregateVersion}`;
    const changeEvents = events.filter(({ type }) => !eventsWithoutChange.has(type));
    for (const [name, { length }] of Map.groupBy(changeEvents, nameOf))
      if (length > 1) yield `${name} was published ${length} times`;
  }),
  eventsWithMails.all(
    'I-19',
    'every event of an order or request has its mail',
    async function* ({ events, handledEvents, read }) {
      const due = events.filter(
        (event) =>
          isMailed(event) &&
          event.sentAt !== null &&
          handledEvents.has(`${queueOf('notification', event.type)}:${event.eventId}`),
      );
      const ids = async (collection: string, filter: object) => {
        const pipeline = [{ $match: filter }, { $project: { _id: 1 } }];
        const documents = await read<{ readonly _id: string }>('notification', collection, pipeline);
        return new Set(documents.map(({ _id }) => _id));
      };
      const mails = await ids('mails', { _id: { $in: due.map(mailIdOf) } });
      // A mail beyond the limit of its mailbox is listed in a digest instead.
      const pipeline = [{ $match: { template: 'mail-digest' } }, { $project: { listed: 1 } }];
      const digests = await read<{ readonly listed?: readonly string[] }>('notification', 'mails', pipeline);
      const listed = new Set(digests.flatMap((digest) => digest.listed ?? []));
      const missing = due.filter((event) => !mails.has(mailIdOf(event)) && !listed.has(mailIdOf(event)));
      // No mail is expected for a deleted account, nor for an event that was superseded by a later one of the
      // same record.
      const users = missing.flatMap(({ data }) => data?.userId ?? []);
      const deleted = await ids('addressees', { _id: { $in: users }, isDeleted: true });
      for (const { type, eventId, aggregateId, aggregateVersion, data } of missing) {
        const laterNews = {
          'news.aggregateId': aggregateId,
          'news.aggregateVersion': { $gt: aggregateVersion },
        };
        const isOvertaken =
          !/^order\.(placed|refunded)$/.test(type) && (await ids('mails', laterNews)).size > 0;
        if (!isOvertaken && !deleted.has(data?.userId ?? ''))
          yield `${aggregateId}: no mail for ${type} ${eventId}`;
      }
    },
  ),
];
