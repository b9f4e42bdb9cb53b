import { routingKeyOf } from '@kinmel/contracts';
import type { Options } from 'amqplib';
import { BusClosedError, UndeliveredError, UnroutableError, type WireEvent } from '../bus.ts';
import type { BrokerConnection } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';
import { createConsumerQueues } from './consumer-queues.ts';
import { declareExchanges } from './declarations.ts';
import { propertiesOf, type ReceivedMessage } from './wire-message.ts';

/** A queue refused the message: it is full or has no leader. */
class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

export type Publisher = ReturnType<typeof createPublisher>;

/**
 * Publishes with confirms. Without a connection it rejects; nothing is buffered, because the event stays in the outbox.
 */
export function createPublisher(settings: BusSettings, connection: BrokerConnection) {
  const queues = createConsumerQueues(settings, connection);
  const returnedIds = new Set<string>();
  const openListeners = new Set<() => void>();
  let sequence = 0;
  connection.on('connect', () => queues.forgetAll());
  connection.on('unblocked', notifyOpen);
  const channel = connection.openChannel({
    name: 'publishing',
    confirm: true,
    setup: async (opened) => {
      opened.on('return', (message) => {
        const id: unknown = message.properties.correlationId;
        if (typeof id === 'string') returnedIds.add(id);
      });
      await declareExchanges(opened, settings);
      // Runs after the setup, because listeners publish at once.
      setImmediate(notifyOpen);
    },
  });
  const isConnected = () => channel.current !== undefined;
  const isOpen = () => isConnected() && !connection.isBlocked;

  async function publish(event: WireEvent, onlyTo?: readonly string[]): Promise<void> {
    // Consumers that are no longer in the contracts are skipped.
    const key = routingKeyOf(event);
    const targets = queues.queuesFor(key).filter((queue) => onlyTo?.includes(queue) ?? true);
    const missing = await missingOf(key, targets);
    const allAccept = targets.every((queue) => !missing.has(queue) && !queues.isRefusing(queue));
    if (allAccept && onlyTo === undefined) {
      try {
        return await sendToAll(event);
      } catch (error) {
        // A refusal by the exchange does not say which queue refused.
        if (!(error instanceof RefusedError) || targets.length === 0) throw error;
      }
    }
    const body = Buffer.from(JSON.stringify(event));
    if (onlyTo === undefined) await sendLive(event, body);
    await offerToEach(event, body, targets, missing);
  }

  /**
   * The queues that cannot be declared, with the error. Waits only for unknown queues, so that events published
   * together stay together.
   */
  async function missingOf(key: string, targets: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
    const missing = new Map<string, unknown>();
    if (connection.model === undefined) return missing;
    const declarations = targets.flatMap((queue) => {
      const declaration = queues.ensureDeclared(key, queue);
      return declaration === undefined
        ? []
        : [declaration.catch((error: unknown) => missing.set(queue, error))];
    });
    if (declarations.length > 0) await Promise.all(declarations);
    return missing;
  }

  async function sendToAll(event: WireEvent): Promise<void> {
    const body = Buffer.from(JSON.stringify(event));
    const { exchange } = settings;
    const mandatory = !hasNoConsumers(event);
    await send(exchange, routingKeyOf(event), body, { ...propertiesOf(event), mandatory });
    await sendLive(event, body);
  }

  /** Publishes to each queue separately while one refuses, so that the others get the event once (decision 19). */
  async function offerToEach(
    event: WireEvent,
    body: Buffer,
    targets: readonly string[],
    missing: ReadonlyMap<string, unknown>,
  ): Promise<void> {
    const refusals = new Map(missing);
    await Promise.all(
      targets.map(async (queue) => {
        if (refusals.has(queue)) return;
        try {
          await offer(queue, event, body);
        } catch (error) {
          if (!(error instanceof RefusedError)) throw error;
          refusals.set(queue, error);
        }
      }),
    );
    const [reason] = refusals.values();
    if (refusals.size > 0) throw new UndeliveredError([...refusals.keys()], reason);
  }

  async function offer(queue: string, event: WireEvent, body: Buffer): Promise<void> {
    if (!queues.mayBeOffered(queue)) throw new RefusedError('It refused an event a moment ago.');
    const name = settings.queueName(queue);
    try {
      await send('', name, body, { ...propertiesOf(event), mandatory: true });
    } catch (error) {
      if (error instanceof RefusedError) queues.noteRefusal(queue);
      if (!(error instanceof UnroutableError)) throw error;
      queues.forget(queue);
      throw new RefusedError('The queue does not exist.');
    }
    if (queues.noteAccepted(queue)) notifyOpen();
  }

  /**
   * An event type without any consumer needs no queue (decision 19). A version without consumers is a mistake when
   * another version has some.
   */
  function hasNoConsumers({ type }: WireEvent): boolean {
    const keys = Object.keys(settings.eventConsumers);
    return keys.length > 0 && !keys.some((key) => key === type || key.startsWith(`${type}.`));
  }

  const announce = (event: WireEvent): Promise<void> => sendLive(event, Buffer.from(JSON.stringify(event)));

  /** Publishes a received message to another queue, for retries, parking and replays. */
  function passOn(exchange: string, key: string, message: ReceivedMessage, options: Options.Publish) {
    const { contentType, messageId, type, timestamp } = message.properties;
    return send(exchange, key, message.content, {
      persistent: true,
      mandatory: true,
      contentType,
      messageId,
      type,
      timestamp,
      ...options,
    });
  }

  function notifyOpen(): void {
    if (!isOpen()) return;
    for (const listener of openListeners) listener();
  }

  function sendLive(event: WireEvent, body: Buffer): Promise<void> {
    const { liveExchange } = settings;
    return send(liveExchange, event.type, body, { ...propertiesOf(event), persistent: false });
  }

  async function send(exchange: string, key: string, body: Buffer, options: Options.Publish): Promise<void> {
    if (!isConnected()) throw new BusClosedError();
    if (connection.isBlocked) throw new BusClosedError('The broker blocks publishers.');
    sequence += 1;
    const correlationId = String(sequence);
    try {
      await channel.publish(exchange, key, body, { ...options, correlationId });
    } catch (error) {
      returnedIds.delete(correlationId);
      const reason = error instanceof Error ? error.message : 'unknown';
      // Only the message distinguishes a refusal from a closed channel.
      if (reason === 'message nacked') throw new RefusedError('The broker refused the message.');
      throw new BusClosedError(`No confirm: ${reason}.`);
    }
    if (returnedIds.delete(correlationId)) throw new UnroutableError(key);
  }

  return {
    isConnected,
    isOpen,
    publish,
    announce,
    passOn,
    onOpen: (listener: () => void) => void openListeners.add(listener),
    /** Rejects pending publishes. */
    close: () => channel.close(),
  };
}
