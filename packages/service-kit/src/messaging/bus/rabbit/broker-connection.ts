import {
  type AmqpConnectionManager,
  type Channel,
  type ChannelWrapper,
  connect,
} from 'amqp-connection-manager';
import type { ChannelModel, ConfirmChannel } from 'amqplib';
import { withTimeout } from '../../../life-cycle/with-timeout.ts';
import { BusClosedError } from '../bus.ts';
import type { BusSettings } from './bus-settings.ts';

/** An overloaded broker may not answer a call at all. */
const callLimitMs = 3_000;
/** A quorum queue without a leader answers after minutes or never. */
const setupLimitMs = 15_000;
/** Delay before a failed channel is opened again. */
const reopenMs = 1_000;

/** Rejects with `BusClosedError` after `limitMs` milliseconds without an answer from the broker. */
export const withinLimit = <T>(limitMs: number, work: Promise<T>): Promise<T> =>
  withTimeout(work, limitMs, () => new BusClosedError(`No answer from the broker within ${limitMs} ms.`));

export interface ChannelOptions {
  readonly name: string;
  readonly confirm?: boolean;
  /** Runs on each new channel before the first publish; on failure the channel is reopened. */
  readonly setup: (channel: ConfirmChannel) => Promise<void>;
}

/** A channel that is reopened and set up again after it or its connection was lost. */
export interface LastingChannel {
  /** Undefined until set up. */
  readonly current: ConfirmChannel | undefined;
  /** Resolves when the first setup has succeeded or failed, or immediately without a connection. */
  readonly firstSetup: Promise<void>;
  /** Rejects when the confirm does not arrive within `confirmTimeoutMs`, or the channel is closed first. */
  publish: ChannelWrapper['publish'];
  /** Cancels a consumer; its deliveries in progress can still be acknowledged. */
  cancel(consumerTag: string): Promise<void>;
  close(): Promise<void>;
}

/** A connection that reconnects, also when the broker is unavailable at start. */
export class BrokerConnection {
  readonly #manager: AmqpConnectionManager;
  readonly #settings: BusSettings;
  readonly #timers = new Set<NodeJS.Timeout>();
  #isClosing = false;
  #isBlocked = false;

  constructor(settings: BusSettings, purpose: string) {
    const { logger } = settings;
    this.#settings = settings;
    this.#manager = connect(settings.url, {
      heartbeatIntervalInSeconds: settings.heartbeatSeconds,
      reconnectTimeInSeconds: settings.reconnectMaxDelayMs / 1000,
      connectionOptions: {
        timeout: 5_000,
        noDelay: true,
        clientProperties: { connection_name: `${settings.service} ${purpose}` },
      },
    });
    let failures = 0;
    this.#manager.on('connect', () => {
      failures = 0;
      logger.info({ purpose }, 'broker connected');
    });
    this.#manager.on('connectFailed', ({ err }) => {
      failures += 1;
      // Logs the first failure, then about one a minute.
      if (failures % 20 === 1)
        logger.warn({ reason: err.message, failures, purpose }, 'broker not reachable');
    });
    this.#manager.on('disconnect', () => {
      this.#isBlocked = false;
      if (!this.#isClosing) logger.warn({ purpose }, 'broker disconnected');
    });
    this.#manager.on('blocked', ({ reason }) => {
      this.#isBlocked = true;
      logger.warn({ reason }, 'the broker blocks publishers');
    });
    this.#manager.on('unblocked', () => {
      this.#isBlocked = false;
    });
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** True when the broker throttles publishers because it is short of memory or disk. */
  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  /** Undefined while disconnected. */
  get model(): ChannelModel | undefined {
    return this.#manager.connection as ChannelModel | undefined;
  }

  on(event: 'connect' | 'unblocked', listener: () => void): void {
    this.#manager.on(event, listener);
  }

  /** Like `setTimeout`, but does nothing once the connection is closing. */
  schedule(delayMs: number, work: () => void): void {
    if (this.#isClosing) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, delayMs);
    this.#timers.add(timer);
  }

  /** Runs `work` with a temporary channel. */
  async withChannel<T>(work: (channel: ConfirmChannel) => Promise<T>): Promise<T> {
    if (this.model === undefined) throw new BusClosedError();
    const channel = await withinLimit(callLimitMs, this.model.createConfirmChannel());
    channel.on('error', () => undefined);
    try {
      return await work(channel);
    } finally {
      await channel.close().catch(() => undefined);
    }
  }

  openChannel({ name, confirm = false, setup }: ChannelOptions): LastingChannel {
    const { logger, confirmTimeoutMs: publishTimeout } = this.#settings;
    let wrapper: ChannelWrapper;
    let current: ConfirmChannel | undefined;
    let isStopped = false;
    const firstSetup = Promise.withResolvers<void>();

    const open = () => {
      const newWrapper = this.#manager.createChannel({
        name,
        confirm,
        publishTimeout,
        async setup(channel: Channel) {
          // During the setup an error of the channel rejects it: a queue that is missing at start is no error to log.
          channel.on('error', (error) => {
            if (current === channel) logger.error({ err: error, channel: name }, 'channel error');
          });
          channel.on('close', () => reopen(newWrapper));
          try {
            await withinLimit(setupLimitMs, setup(channel as ConfirmChannel));
            if (newWrapper === wrapper) current = channel as ConfirmChannel;
          } catch (error) {
            if (!isStopped) logger.warn({ err: error, channel: name }, 'cannot set up a channel yet');
            reopen(newWrapper);
          }
          firstSetup.resolve();
        },
      });
      wrapper = newWrapper;
      newWrapper.on('error', () => reopen(newWrapper));
    };
    // When only the channel was closed, the library reopens it on the next connection only.
    const reopen = (lostWrapper: ChannelWrapper) => {
      if (lostWrapper !== wrapper || isStopped || this.#isClosing) return;
      current = undefined;
      lostWrapper.close().catch(() => undefined);
      this.schedule(reopenMs, () => {
        if (!isStopped && lostWrapper === wrapper) open();
      });
    };
    open();
    if (this.model === undefined) firstSetup.resolve();

    return {
      get current() {
        return current;
      },
      firstSetup: firstSetup.promise,
      publish: (...call: Parameters<ChannelWrapper['publish']>) => wrapper.publish(...call),
      async cancel(consumerTag) {
        if (current) await withinLimit(callLimitMs, current.cancel(consumerTag)).catch(() => undefined);
      },
      async close() {
        isStopped = true;
        current = undefined;
        await withinLimit(callLimitMs, wrapper.close()).catch(() => undefined);
      },
    };
  }

  /** Nothing is reopened after this. */
  beginClose(): void {
    this.#isClosing = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async close(): Promise<void> {
    this.beginClose();
    await withinLimit(callLimitMs, this.#manager.close()).catch(() => undefined);
  }
}
