import { createLogger, type EventContext, type SubscriptionDefinition } from '@kinmel/service-kit';
import { MatchersV3, type Pact } from '@pact-foundation/pact';
import { instant } from './contract-between.ts';

const { integer, uuid } = MatchersV3;

/** An event as its consumer needs it. */
export interface NeededEvent {
  readonly type: string;
  /** Of the interaction, where the provider tells several of one type apart; the type unless said otherwise. */
  readonly description?: string;
  /** What its aggregate's id looks like. */
  readonly aggregateId: unknown;
  /** Of the example. */
  readonly aggregateVersion: number;
  readonly data: object;
}

/** Adds to a contract that its consumer takes such events, envelope included; run the consumer by `executeTest`. */
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

/**
 * Hands a message to the subscription of its type, parsed by its contract as the running service would, in no
 * transaction. Rejects when nobody listens, or with what parsing or the handler throws.
 */
export async function handleMessage(
  subscriptions: readonly SubscriptionDefinition[],
  content: unknown,
): Promise<void> {
  const type =
    typeof content === 'object' && content !== null && 'type' in content ? content.type : undefined;
  const subscription = subscriptions.find(({ definition }) => definition.type === type);
  if (subscription === undefined) throw new Error(`Nobody listens to ${String(type)}.`);
  await subscription.handle(subscription.parse(content), {
    // The handlers pass the session on and never look into it.
    session: {} as EventContext['session'],
    log: createLogger({ service: 'contract', level: 'silent' }),
  });
}
