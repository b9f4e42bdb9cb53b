import { type Channel, type ChannelModel, connect, type GetMessage } from 'amqplib';

/** The state of a consumer's queue that is missing some messages. */
export interface QueueState {
  readonly waiting: number;
  /** Ids of its parked messages and of those in a retry pause. */
  readonly eventIds: ReadonlySet<string>;
  /** Parked and paused messages beyond `maxRead`. */
  readonly unread: number;
}

const maxRead = 5_000;

interface Messages {
  readonly read: readonly GetMessage[];
  readonly unread: number;
}

/**
 * Reads queues by plain AMQP without removing messages, except by `empty`.
 * @param prefix `AMQP_PREFIX` of the shop
 */
export async function openBroker(url: string, prefix = '') {
  const model = await connect(url, { timeout: 5_000 });
  // A lost connection rejects the pending call; without a listener the event would end the process.
  model.on('error', () => undefined);

  async function retryQueuesOf(service: string): Promise<string[]> {
    const names: string[] = [];
    for (let step = 1; ; step += 1) {
      const name = `${prefix}${service}.retry.${step}`;
      if ((await onQueue(model, name, async () => true)) === undefined) return names;
      names.push(name);
    }
  }

  /** All queues of these consumers: their own, the parking and the retry queues. */
  async function namesOf(queues: readonly string[]): Promise<string[]> {
    const consumers = new Set(queues.map((queue) => queue.slice(0, queue.indexOf('.'))));
    const retries = await Promise.all([...consumers].map(retryQueuesOf));
    return [
      ...queues.flatMap((queue) => [`${prefix}${queue}`, `${prefix}${queue}.parked`]),
      ...retries.flat(),
    ];
  }

  async function pausedOf(service: string): Promise<Messages> {
    const all: Messages[] = [];
    for (const name of await retryQueuesOf(service)) {
      const messages = await peek(model, name);
      if (messages !== undefined) all.push(messages);
    }
    return {
      read: all.flatMap(({ read }) => read),
      unread: all.reduce((sum, { unread }) => sum + unread, 0),
    };
  }

  return {
    /** Undefined when the queue does not exist. */
    async stateOf(queue: string): Promise<QueueState | undefined> {
      const waiting = await onQueue(model, `${prefix}${queue}`, async (_channel, count) => count);
      if (waiting === undefined) return undefined;
      const parked = await peek(model, `${prefix}${queue}.parked`);
      const paused = await pausedOf(queue.slice(0, queue.indexOf('.')));
      // The routing key of a paused message is the queue to which it returns.
      const messagesOfQueue = paused.read.filter(({ fields }) => fields.routingKey === `${prefix}${queue}`);
      return {
        waiting,
        eventIds: new Set(
          [...(parked?.read ?? []), ...messagesOfQueue].map(({ properties }) => String(properties.messageId)),
        ),
        unread: (parked?.unread ?? 0) + paused.unread,
      };
    },
    /** The bodies of parked messages. Rejects when there are more than are read. */
    async parkedIn(queue: string): Promise<string[]> {
      const { read = [], unread = 0 } = (await peek(model, `${prefix}${queue}.parked`)) ?? {};
      if (unread > 0) throw new Error(`${queue} has more than ${maxRead} parked messages.`);
      return read.map(({ content }) => content.toString());
    },
    /** The names of those queues, including parking and retry queues, that have messages. */
    async filled(queues: readonly string[]): Promise<string[]> {
      const counts = await Promise.all(
        (await namesOf(queues)).map(async (name) => {
          const count = await onQueue(model, name, async (_channel, messages) => messages);
          return count ? [name] : [];
        }),
      );
      return counts.flat();
    },
    /** Deletes the messages of these queues, including parking and retry queues. */
    async empty(queues: readonly string[]): Promise<void> {
      await Promise.all(
        (await namesOf(queues)).map((name) => onQueue(model, name, (channel) => channel.purgeQueue(name))),
      );
    },
    close: () => model.close(),
  };
}

/** Undefined when the queue does not exist: the broker then closes the channel. */
async function onQueue<Result>(
  model: ChannelModel,
  queue: string,
  work: (channel: Channel, count: number) => Promise<Result>,
): Promise<Result | undefined> {
  const channel = await model.createChannel();
  let isMissing = false;
  channel.on('error', () => {
    isMissing = true;
  });
  try {
    const { messageCount } = await channel.checkQueue(queue);
    const result = await work(channel, messageCount);
    await channel.close();
    return result;
  } catch (error) {
    if (isMissing) return undefined;
    throw error;
  }
}

/** Reads messages without acknowledging them: closing the channel puts them back in their places. */
const peek = (model: ChannelModel, queue: string): Promise<Messages | undefined> =>
  onQueue(model, queue, async (channel, count) => {
    const read: GetMessage[] = [];
    while (read.length < Math.min(count, maxRead)) {
      const message = await channel.get(queue);
      if (message === false) break;
      read.push(message);
    }
    return { read, unread: Math.max(0, count - read.length) };
  });
