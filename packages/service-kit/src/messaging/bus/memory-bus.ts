import { routingKeyOf } from '@kinmel/contracts';
import {
  type Bus,
  BusClosedError,
  type ParkedMessage,
  prefetch,
  type Stop,
  type Subscription,
  UndeliveredError,
  UnroutableError,
  type WireEvent,
} from './bus.ts';
import { deliverToConsumer } from './deliver-to-consumer.ts';
import { nextStep } from './retry-schedule.ts';

interface Message {
  readonly body: Buffer;
  readonly messageId: string | undefined;
  readonly attempt: number;
}

interface Queue {
  readonly name: string;
  readonly type: string;
  readonly ready: Message[];
  readonly parked: { readonly message: Message; readonly entry: ParkedMessage }[];
  readonly delayed: Set<NodeJS.Timeout>;
  inFlight: number;
  consumer: Subscription | undefined;
}

interface Listener {
  readonly types: readonly string[];
  readonly listener: (event: WireEvent) => void;
  readonly onGap: () => void;
}

export interface MemoryBusOptions {
  /** Rejects an event without a queue, as RabbitMQ does. Disabled for a service that is tested alone. */
  readonly requireConsumer?: boolean;
  /** The queue length at which the queue refuses messages. */
  readonly maxQueueLength?: number;
}

export interface MemoryBus extends Bus {
  /** All published events, in order. */
  readonly published: WireEvent[];
  /** Resolves when no message is waiting, in progress or delayed. */
  settle(): Promise<void>;
  /** Puts raw bytes into the queues of an event type, to test malformed messages. */
  deliverRaw(type: string, body: Buffer): void;
  /** Publishing is refused until `reconnect`, deliveries pause, and listeners then get `onGap`. */
  disconnect(): void;
  reconnect(): void;
}

/**
 * The in-process bus of component tests, with the guarantees of the RabbitMQ bus (one suite covers both). Messages are
 * serialised, so that no object is shared.
 */
export function createMemoryBus({
  requireConsumer = false,
  maxQueueLength = Number.POSITIVE_INFINITY,
}: MemoryBusOptions = {}): MemoryBus {
  const queues = new Map<string, Queue>();
  const listeners = new Set<Listener>();
  const openListeners = new Set<() => void>();
  const settleWaiters = new Set<() => void>();
  const published: WireEvent[] = [];
  let state: 'open' | 'closed' = 'open';

  function isQuiet(): boolean {
    return [...queues.values()].every(
      (queue) =>
        (queue.ready.length === 0 || queue.consumer === undefined) &&
        queue.inFlight === 0 &&
        queue.delayed.size === 0,
    );
  }

  function checkSettled(): void {
    if (!isQuiet()) return;
    for (const resolve of settleWaiters) resolve();
    settleWaiters.clear();
  }

  function pump(queue: Queue): void {
    while (state === 'open' && queue.consumer !== undefined && queue.inFlight < prefetch) {
      const message = queue.ready.shift();
      if (message === undefined) break;
      queue.inFlight += 1;
      void deliver(queue, queue.consumer, message).finally(() => {
        queue.inFlight -= 1;
        pump(queue);
        checkSettled();
      });
    }
  }

  async function deliver(queue: Queue, consumer: Subscription, message: Message): Promise<void> {
    // A broker never delivers during publish.
    await new Promise((resolve) => setImmediate(resolve));
    const step = nextStep(
      await deliverToConsumer(consumer, message),
      message.attempt,
      consumer.retryDelaysMs,
    );
    if (step.kind === 'retry') {
      const timer = setTimeout(() => {
        queue.delayed.delete(timer);
        queue.ready.push({ ...message, attempt: step.attempt });
        pump(queue);
        checkSettled();
      }, step.delayMs);
      queue.delayed.add(timer);
    } else if (step.kind === 'park') {
      queue.parked.push({
        message,
        entry: {
          messageId: message.messageId,
          reason: step.reason,
          attempts: message.attempt,
          parkedAt: new Date().toISOString(),
          body: message.body.toString().slice(0, 10_000),
        },
      });
    }
  }

  const queuesOf = (type: string) => [...queues.values()].filter((queue) => queue.type === type);

  function put(queue: Queue, body: Buffer, messageId: string | undefined): void {
    queue.ready.push({ body, messageId, attempt: 1 });
    pump(queue);
  }

  function notifyListeners(event: WireEvent): void {
    for (const { types, listener } of listeners) {
      if (types.includes(event.type)) setImmediate(() => listener(event));
    }
  }

  function queueOf(name: string): Queue {
    const queue = queues.get(name);
    if (queue === undefined) throw new Error(`There is no queue ${name}.`);
    return queue;
  }

  return {
    published,
    get state() {
      return state;
    },
    health: () => (state === 'open' ? 'ok' : 'not connected'),
    async publish(event, onlyTo) {
      if (state === 'closed') throw new BusClosedError();
      const body = Buffer.from(JSON.stringify(event));
      const targets = queuesOf(routingKeyOf(event)).filter(({ name }) => onlyTo?.includes(name) ?? true);
      if (targets.length === 0 && requireConsumer) throw new UnroutableError(routingKeyOf(event));
      if (onlyTo === undefined) {
        const copy: WireEvent = JSON.parse(body.toString());
        published.push(copy);
        notifyListeners(copy);
      }
      const fullQueues = targets.filter(({ ready }) => ready.length >= maxQueueLength);
      for (const queue of targets) if (!fullQueues.includes(queue)) put(queue, body, event.eventId);
      if (fullQueues.length > 0)
        throw new UndeliveredError(
          fullQueues.map(({ name }) => name),
          new Error('It is full.'),
        );
    },
    async announce(event) {
      if (state === 'closed') throw new BusClosedError();
      notifyListeners(JSON.parse(JSON.stringify(event)));
    },
    async consume(subscription) {
      const existingQueue = queues.get(subscription.queue);
      const queue: Queue = existingQueue ?? {
        name: subscription.queue,
        type: subscription.type,
        ready: [],
        parked: [],
        delayed: new Set(),
        inFlight: 0,
        consumer: undefined,
      };
      queues.set(queue.name, queue);
      queue.consumer = subscription;
      pump(queue);
      const stop: Stop = async () => {
        if (queue.consumer === subscription) queue.consumer = undefined;
        while (queue.inFlight > 0) await new Promise((resolve) => setImmediate(resolve));
        checkSettled();
      };
      return stop;
    },
    async broadcast(types, listener, onGap) {
      const entry: Listener = { types, listener, onGap };
      listeners.add(entry);
      return async () => {
        listeners.delete(entry);
      };
    },
    async waiting(name) {
      return queueOf(name).ready.length;
    },
    async parked(name, limit = 100) {
      const { parked } = queueOf(name);
      return {
        count: parked.length,
        messages: parked.slice(0, limit).map(({ entry }) => entry),
      };
    },
    async replay(name, messageId) {
      const queue = queueOf(name);
      const isWanted = ({ entry }: { entry: ParkedMessage }) =>
        messageId === undefined || entry.messageId === messageId;
      const parkedMessages = queue.parked.splice(0);
      const messages = parkedMessages.filter(isWanted);
      queue.parked.push(...parkedMessages.filter((message) => !isWanted(message)));
      queue.ready.push(...messages.map(({ message }) => ({ ...message, attempt: 1 })));
      pump(queue);
      return messages.length;
    },
    onOpen(listener) {
      openListeners.add(listener);
    },
    deliverRaw(type, body) {
      for (const queue of queuesOf(type)) put(queue, body, undefined);
    },
    disconnect() {
      state = 'closed';
    },
    reconnect() {
      state = 'open';
      for (const queue of queues.values()) pump(queue);
      for (const { onGap } of listeners) onGap();
      for (const listener of openListeners) listener();
    },
    async settle() {
      if (isQuiet()) return;
      await new Promise<void>((resolve) => {
        settleWaiters.add(resolve);
      });
    },
    async close() {
      state = 'closed';
      listeners.clear();
      for (const queue of queues.values()) {
        queue.consumer = undefined;
        for (const timer of queue.delayed) clearTimeout(timer);
        queue.delayed.clear();
      }
      checkSettled();
    },
  };
}
