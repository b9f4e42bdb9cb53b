import { createLogger, type EventContext, type SubscriptionDefinition } from '@kinmel/service-kit';
import { MatchersV3, type Pact } from '@pact-foundation/pact';
import { contractBetween, instant } from './contract-between.ts';

const { integer, regex, uuid } = MatchersV3;

/** An event as its consumer needs it. */
export interface NeededEvent {
  readonly type: string;
  /** Description of the interaction, by default the type of the event. */
  readonly description?: string;
  /** Matcher of the aggregate's id. */
  readonly aggregateId: unknown;
  readonly aggregateVersion: number;
  readonly data: object;
}

/** Adds an event with its envelope to a contract; run the consumer with `executeTest`. */
export const expectEvent = (
  contract: Pact,
  { type, description = type, aggregateId, aggregateVersion, data }: NeededEvent,
): ReturnType<ReturnType<Pact['addAsynchronousInteraction']>['expectsToReceive']> =>
  contract.addAsynchronousInteraction().expectsToReceive(description, (message) => {
    message.withMetadata({ routingKey: type, contentType: 'application/json' }).withJSONContent({
      eventId: uuid('7d9f7b1e-5a4b-4c7e-9a55-0c5c8f4d2a11'),
      type,
      version: 1,
      aggregateId,
      aggregateVersion: integer(aggregateVersion),
      occurredAt: instant('2026-11-20T10:00:00.000Z'),
      data,
    });
  });

/** The event of a deleted account, as its consumers need it. */
export const expectAccountDeletion = (consumer: string, userId: string): ReturnType<typeof expectEvent> =>
  expectEvent(contractBetween(consumer, 'auth'), {
    type: 'user.deleted',
    aggregateId: regex(/^[\w-]{1,64}$/, userId),
    aggregateVersion: 3,
    data: { userId: regex(/^[0-9a-f]{24}$/, userId) },
  });

/**
 * Parses a message and calls its subscription without a transaction. Rejects without a subscription, or with the error
 * of parser or handler.
 */
export async function handleMessage(
  subscriptions: readonly SubscriptionDefinition[],
  content: unknown,
): Promise<void> {
  const type =
    typeof content === 'object' && content !== null && 'type' in content ? content.type : undefined;
  const subscription = subscriptions.find(({ definition }) => definition.type === type);
  if (subscription === undefined) throw new Error(`There is no subscription to ${String(type)}.`);
  await subscription.handle(subscription.parse(content), {
    // Handlers only pass the session on.
    session: {} as EventContext['session'],
    log: createLogger({ service: 'contract', level: 'silent' }),
  });
}
