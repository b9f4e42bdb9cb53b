import { isPartAway } from '../http/problem-of.ts';
import { type Repetition, repeat } from '../life-cycle/repeat.ts';
import type { Stop } from './bus/bus.ts';
import { type SubscriptionDefinition, startSubscriptions } from './inbox/subscriptions.ts';
import { createOutboxRelay, type OutboxOptions } from './outbox/outbox-relay.ts';
import { createReconciler } from './outbox/reconciler.ts';

export interface MessagingOptions extends OutboxOptions {
  readonly service: string;
  /** Same as `startSubscriptions`. */
  readonly retryDelaysMs?: readonly number[] | undefined;
}

/** Options that the contexts of all services share. */
export interface ServiceContextOptions extends Omit<MessagingOptions, 'service'> {
  readonly now?: (() => Date) | undefined;
}

/**
 * Periodic work: its interval and its function. A failure is logged as a warning with its text, or as an error unless
 * the database or another service is merely unavailable.
 */
export type BackgroundWork = readonly [everyMs: number, work: Parameters<typeof repeat>[1], failure?: string];

/**
 * Connects a service to the broker: sends the events of its outbox, resends lost ones, and handles its subscriptions.
 */
export function createMessaging({ service, retryDelaysMs, ...options }: MessagingOptions) {
  const relay = createOutboxRelay(options);
  const reconciler = createReconciler(options);
  let stopSubscriptions: Stop | undefined;
  let repetitions: readonly Repetition[] = [];
  return {
    /** Same as `OutboxRelay.kick`. */
    sendEvents: () => relay.kick(),
    async start(
      subscriptions: readonly SubscriptionDefinition[] = [],
      background: readonly (BackgroundWork | Repetition)[] = [],
    ): Promise<void> {
      relay.start();
      if (subscriptions.length > 0) {
        stopSubscriptions = await startSubscriptions({
          ...options,
          service,
          subscriptions,
          retryDelaysMs,
          onEffect: () => relay.soon(),
        });
      }
      await reconciler.start();
      repetitions = background.map((item) => {
        if ('start' in item) return item;
        const [everyMs, work, failure] = item;
        return repeat(everyMs, work, (err) =>
          options.logger[failure || isPartAway(err) ? 'warn' : 'error'](
            { err },
            failure ?? 'background work failed',
          ),
        );
      });
      for (const repetition of repetitions) repetition.start();
    },
    stop: async (): Promise<void> => {
      await Promise.all(repetitions.map((repetition) => repetition.stop()));
      await stopSubscriptions?.();
      await reconciler.stop();
      await relay.stop();
    },
  };
}
