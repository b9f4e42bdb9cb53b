import { type EventDefinition, type EventOf, routingKeyOf } from '@kinmel/contracts';
import type mongoose from 'mongoose';
import { isDatabaseAway } from '../../http/problem-of.ts';
import { failpoint } from '../../life-cycle/failpoint.ts';
import { planted } from '../../life-cycle/planted.ts';
import { isDuplicateKeyError } from '../../mongo/declare-collection.ts';
import { inTransaction } from '../../mongo/save-change.ts';
import type { Logger } from '../../observability/logger.ts';
import type { Metrics } from '../../observability/metrics.ts';
import { inSpan } from '../../observability/spans.ts';
import { traceIdOf } from '../../observability/traceparent.ts';
import {
  type Bus,
  type Delivery,
  type Outcome,
  queueNameOf,
  type Stop,
  UnprocessableMessageError,
  type WireEvent,
} from '../bus/bus.ts';
import { parseEvent } from '../bus/create-event.ts';
import { defaultRetryDelaysMs } from '../bus/retry-schedule.ts';
import { aggregateIdOf, inboxCollections, inboxKey } from './inbox.ts';
import { watchParked } from './parked-notes.ts';
import { answerReceipts } from './receipts.ts';

export interface EventContext {
  /** Pass it to every read and write of the handler, so that they and the inbox mark are one transaction. */
  readonly session: mongoose.ClientSession;
  /** Each line has the event, the attempt and the trace id of the causing request. */
  readonly log: Logger;
}

/** An event and its handler with erased types, for lists of different events. */
export interface SubscriptionDefinition {
  readonly definition: EventDefinition;
  readonly parse: (content: unknown) => WireEvent;
  readonly handle: (event: WireEvent, context: EventContext) => Promise<void>;
}

/**
 * Binds a handler to an event. The handler runs in one transaction with the inbox mark and may be retried, so it must
 * have no effects that a rollback would not undo.
 */
export function onEvent<D extends EventDefinition>(
  definition: D,
  handle: (event: EventOf<D>, context: EventContext) => Promise<void>,
): SubscriptionDefinition {
  return {
    definition,
    parse: (content) => parseEvent(definition, content),
    // Called only with the result of this `parse`, which the erased type cannot express.
    handle: handle as SubscriptionDefinition['handle'],
  };
}

export interface StartSubscriptionsOptions {
  readonly service: string;
  readonly bus: Bus;
  readonly connection: mongoose.Connection;
  readonly subscriptions: readonly SubscriptionDefinition[];
  readonly logger: Logger;
  readonly metrics?: Metrics | undefined;
  /** Delays after each failure, by default 1, 2, 4, 8 and 16 s; the next failure parks the message. */
  readonly retryDelaysMs?: readonly number[];
  /** Called after each commit, because the handler may have saved events. */
  readonly onEffect?: () => void;
}

/**
 * Starts the consumers. Each event takes effect exactly once, because its inbox mark and its effect are one
 * transaction. Malformed messages are parked at once, failing ones are retried with growing delays and then parked, and
 * those that fail because the database is unavailable are retried without limit. Each version of an event has its own
 * queue; rejects when one is subscribed to twice.
 */
export async function startSubscriptions({
  service,
  bus,
  connection,
  subscriptions,
  logger,
  metrics,
  retryDelaysMs = defaultRetryDelaysMs,
  onEffect,
}: StartSubscriptionsOptions): Promise<Stop> {
  const { inbox, parked } = inboxCollections(connection);
  const queues = subscriptions.map(({ definition }) => {
    const type = routingKeyOf(definition);
    return { type, queue: queueNameOf(service, type) };
  });
  for (const [type, queuesOfType] of Map.groupBy(queues, (queue) => queue.type))
    if (queuesOfType.length > 1) throw new Error(`${service} takes ${type} twice.`);

  /** Handler and inbox mark in one transaction, retried by the driver after a write conflict. */
  async function applyOnce(
    queue: string,
    event: WireEvent,
    handle: (session: mongoose.ClientSession) => Promise<void>,
  ): Promise<'done' | 'repeated'> {
    const { eventId, type, aggregateId, aggregateVersion, traceparent } = event;
    try {
      const apply = async (session: mongoose.ClientSession) => {
        if (!planted('inbox.no-mark'))
          await inbox.insertOne(
            { _id: inboxKey(queue, eventId), type, aggregateId, aggregateVersion, handledAt: new Date() },
            planted('inbox.mark-first') ? {} : { session },
          );
        await handle(session);
      };
      await inSpan(`handles ${type}`, traceparent, () => inTransaction(connection, apply));
      return 'done';
    } catch (error) {
      if (isRepeated(error)) return 'repeated';
      throw error;
    }
  }

  async function receive(
    { parse, handle }: SubscriptionDefinition,
    queue: string,
    { content, attempt, messageId }: Delivery,
  ): Promise<Outcome> {
    const stopTimer = metrics?.eventSeconds.startTimer({ queue });
    const count = (outcome: string) => metrics?.eventsHandled.inc({ queue, outcome });
    let logFields: object = { queue, eventId: messageId, attempt };
    try {
      const event = parse(content);
      logFields = { queue, eventId: event.eventId, attempt, traceId: traceIdOf(event.traceparent) };
      failpoint('consumer.before-effect');
      const effect = await applyOnce(queue, event, (session) =>
        handle(event, {
          session,
          // Created lazily: most handlers log nothing, and a child logger costs as much as parsing the event.
          get log() {
            return logger.child(logFields);
          },
        }),
      );
      onEffect?.();
      failpoint('consumer.after-effect');
      count(effect);
      logger.debug({ ...logFields, aggregateId: event.aggregateId, effect }, 'event handled');
      return { kind: 'done' };
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
      if (error instanceof UnprocessableMessageError) {
        return await park(reason, error);
      }
      if (isDatabaseAway(error)) {
        count('postponed');
        logger.warn({ ...logFields, err: error }, 'event waits for the database');
        return { kind: 'retry', reason, counted: false };
      }
      if (attempt > retryDelaysMs.length) return await park(reason, error);
      count('retried');
      logger.warn({ ...logFields, err: error }, 'event failed and is retried');
      return { kind: 'retry', reason, counted: true };
    } finally {
      stopTimer?.();
    }

    async function park(reason: string, error: unknown): Promise<Outcome> {
      count('parked');
      logger.error({ ...logFields, err: error }, 'event parked');
      if (messageId !== undefined) {
        const aggregateId = aggregateIdOf(content);
        // Stored so that the reconciler does not count the event as lost.
        await parked
          .updateOne(
            { _id: inboxKey(queue, messageId) },
            { $set: { reason, parkedAt: new Date(), ...(aggregateId === undefined ? {} : { aggregateId }) } },
            { upsert: true },
          )
          .catch((failure: unknown) =>
            logger.warn({ ...logFields, err: failure }, 'the note of a parked message could not be saved'),
          );
      }
      return { kind: 'park', reason };
    }
  }

  const stops = await Promise.all(
    subscriptions.map((subscription) => {
      const type = routingKeyOf(subscription.definition);
      const queue = queueNameOf(service, type);
      return bus.consume({
        queue,
        type,
        retryDelaysMs,
        handle: (delivery) => receive(subscription, queue, delivery),
      });
    }),
  );
  stops.push(await answerReceipts({ bus, connection, queues, logger }));
  stops.push(watchParked({ bus, connection, logger, metrics }, queues));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Matches only the inbox's own key: a duplicate key in the handler's collections is a failure of the handler. */
const isRepeated = (error: unknown): boolean =>
  isDuplicateKeyError(error) && error.message.includes('.inbox ') && error.message.includes('_id_');
