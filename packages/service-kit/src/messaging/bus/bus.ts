import type { EventEnvelope } from '@kinmel/contracts';

/** A serialised event, with unparsed data. */
export type WireEvent = EventEnvelope & { readonly data: unknown };

/** `order.product-updated` or `order.product-updated-v2`. */
export const queueNameOf = (service: string, routingKey: string): string =>
  `${service}.${routingKey.replaceAll('.', '-')}`;

/** Stops a consumer or listener; resolves when nothing is in progress. */
export type Stop = () => Promise<void>;

/** One delivery of a message to one consumer. */
export interface Delivery {
  /** The parsed JSON body, not validated. */
  readonly content: unknown;
  /** 1 for the first delivery; counted by the consumer, because brokers count differently by version. */
  readonly attempt: number;
  readonly messageId: string | undefined;
}

/** The outcome of a delivery. An uncounted retry is for an unavailable dependency. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly reason: string; readonly counted: boolean }
  | { readonly kind: 'park'; readonly reason: string };

export interface Subscription {
  /** Consumer, then event: `order.product-updated`. Its parking queue is `<queue>.parked`. */
  readonly queue: string;
  /** Routing key (`routingKeyOf`). */
  readonly type: string;
  /** Delays in milliseconds after the 1st, 2nd, … failure; after the last one the message is parked. */
  readonly retryDelaysMs: readonly number[];
  readonly handle: (delivery: Delivery) => Promise<Outcome>;
}

/** A message that failed and waits for an admin. */
export interface ParkedMessage {
  readonly messageId: string | undefined;
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: string;
  /** The body as text, cut at 10,000 characters. */
  readonly body: string;
}

/** Carries events between services: at least once, to one queue per consumer. */
export interface Bus {
  readonly state: 'open' | 'closed';
  /** `ok` or a short reason, for readiness. */
  health(): string;
  /**
   * Resolves when the queues of all consumers, or those in `onlyTo`, have confirmed the event. Rejects when it was
   * returned, refused or late; with `UndeliveredError` when only some queues refuse it.
   */
  publish(event: WireEvent, onlyTo?: readonly string[]): Promise<void>;
  /** Sends to listeners (`broadcast`) only, not to queues. Resolves when the broker has confirmed it. */
  announce(event: WireEvent): Promise<void>;
  consume(subscription: Subscription): Promise<Stop>;
  /**
   * Calls `listener` in every instance for every event of these types and all versions, published or announced, while
   * it is connected. `onGap` means that some may have been missed: read the source again.
   */
  broadcast(types: readonly string[], listener: (event: WireEvent) => void, onGap: () => void): Promise<Stop>;
  /** Messages in the queue that no consumer is handling. */
  waiting(queue: string): Promise<number>;
  parked(queue: string, limit?: number): Promise<{ count: number; messages: ParkedMessage[] }>;
  /**
   * Moves the parked messages of a queue, or those of one id, back to it with attempt 1; resolves with their number.
   */
  replay(queue: string, messageId?: string): Promise<number>;
  /** Called whenever the connection is established. */
  onOpen(listener: () => void): void;
  close(): Promise<void>;
}

/** No queue is bound for the event, so it stays in the outbox. */
export class UnroutableError extends Error {
  override readonly name = 'UnroutableError';

  constructor(routingKey: string) {
    super(`No queue is bound for ${routingKey}.`);
  }
}

/**
 * The queues in `waitingFor` are full or unavailable, so the event stays in the outbox for them. All other queues have
 * it.
 */
export class UndeliveredError extends Error {
  override readonly name = 'UndeliveredError';
  readonly waitingFor: readonly string[];

  constructor(waitingFor: readonly string[], cause: unknown) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    super(`Not accepted by ${waitingFor.join(', ')}: ${reason}`, { cause });
    this.waitingFor = waitingFor;
  }
}

/** The broker is unavailable. */
export class BusClosedError extends Error {
  override readonly name = 'BusClosedError';

  constructor(reason = 'The broker is not connected.') {
    super(reason);
  }
}

/** The message itself is invalid, so it is parked without retries. */
export class UnprocessableMessageError extends Error {
  override readonly name = 'UnprocessableMessageError';
}

/** Messages in progress per consumer. */
export const prefetch = 50;

/** Larger messages are parked unread. */
export const maxMessageBytes = 1024 * 1024;
