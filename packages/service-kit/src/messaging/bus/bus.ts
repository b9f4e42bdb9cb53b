import type { EventEnvelope } from '@kinmel/contracts';

/** An event as it travels, before a consumer has checked its data. */
export type WireEvent = EventEnvelope & { readonly data: unknown };

/** Ends what it belongs to: resolves when nothing of it is under way any more. */
export type Stop = () => Promise<void>;

/** One delivery of a message to one consumer. */
export interface Delivery {
  /** The body, already read as JSON; nothing else is known of it. */
  readonly content: unknown;
  /** 1 for the first delivery; counted by us, because brokers count differently from version to version. */
  readonly attempt: number;
  readonly messageId: string | undefined;
}

/** What became of a delivery. An uncounted retry is for a dependency that is away: waiting is not the message's fault. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly reason: string; readonly counted: boolean }
  | { readonly kind: 'park'; readonly reason: string };

export interface Subscription {
  /** Consumer, then event: `order.product-updated`. Its parking queue is `<queue>.parked`. */
  readonly queue: string;
  /** Routing key: the type of the event, from version 2 on with the version (`routingKeyOf`). */
  readonly type: string;
  /** Pauses in milliseconds after the 1st, 2nd, … failure; one more failure than there are pauses and it is parked. */
  readonly retryDelaysMs: readonly number[];
  readonly handle: (delivery: Delivery) => Promise<Outcome>;
}

/** A message that could not be handled and waits for a person. */
export interface ParkedMessage {
  readonly messageId: string | undefined;
  readonly reason: string;
  readonly attempts: number;
  readonly parkedAt: string;
  /** The body as text, cut at 10,000 characters. */
  readonly body: string;
}

/** Carries events between services: at least once, each consumer from a queue of its own. */
export interface Bus {
  readonly state: 'open' | 'closed';
  /** `ok`, or what is wrong in a few words; a readiness part. */
  health(): string;
  /**
   * Resolves when the broker has the event safely in the queues of all its consumers, or of those in `onlyTo`; rejects when it was
   * returned, refused or late. When the others have it and only some queues do not take it, the rejection is an `UndeliveredError`.
   */
  publish(event: WireEvent, onlyTo?: readonly string[]): Promise<void>;
  /** Reaches whoever listens by `broadcast` now, and no queue. Resolves when the broker took it. */
  announce(event: WireEvent): Promise<void>;
  consume(subscription: Subscription): Promise<Stop>;
  /**
   * Every running instance hears every event of these types, of whatever version, published or announced, but only while it is connected.
   * `onGap` says that some may have been missed: read the truth again.
   */
  broadcast(types: readonly string[], listener: (event: WireEvent) => void, onGap: () => void): Promise<Stop>;
  /** How many messages wait in the consumer's queue, those under way not counted. */
  waiting(queue: string): Promise<number>;
  parked(queue: string, limit?: number): Promise<{ count: number; messages: ParkedMessage[] }>;
  /**
   * Gives the parked messages of a queue back to it, or only those of that id, attempts counted from 1 again; resolves
   * with how many.
   */
  replay(queue: string, messageId?: string): Promise<number>;
  /** Calls back whenever the connection is good again. */
  onOpen(listener: () => void): void;
  close(): Promise<void>;
}

/** No queue was bound for this event: nobody would ever have received it. It stays in the outbox. */
export class UnroutableError extends Error {
  override readonly name = 'UnroutableError';

  constructor(routingKey: string) {
    super(`No queue takes ${routingKey}.`);
  }
}

/** The queues in `waitingFor` are full or cannot be had: for them the event stays in the outbox. Whoever else takes it has it. */
export class UndeliveredError extends Error {
  override readonly name = 'UndeliveredError';
  readonly waitingFor: readonly string[];

  constructor(waitingFor: readonly string[], cause: unknown) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    super(`Not taken by ${waitingFor.join(', ')}: ${reason}`, { cause });
    this.waitingFor = waitingFor;
  }
}

/** The broker cannot be used at the moment. */
export class BusClosedError extends Error {
  override readonly name = 'BusClosedError';

  constructor(reason = 'The broker is not connected.') {
    super(reason);
  }
}

/** The message itself is wrong (not its handling): trying again can never help, so it is parked at once. */
export class UnprocessableMessageError extends Error {
  override readonly name = 'UnprocessableMessageError';
}

/** Messages under way per consumer; 50 keeps a quorum queue fast without hoarding (toolchain, section 1). */
export const prefetch = 50;

/** What is larger is not one of our events; it is parked unread. */
export const maxMessageBytes = 1024 * 1024;
