import { type Channel, type ChannelModel, connect } from 'amqplib';

/** What the broker says of a queue that misses something. */
export interface QueueAtBroker {
  readonly exists: boolean;
  readonly waiting: number;
  /** Ids of the messages in its parking queue and in the retry pauses of its service. */
  readonly known: ReadonlySet<string>;
  /** Messages there that were too many to be read. */
  readonly unread: number;
}

/** So many messages of one queue are looked at. */
const mostRead = 5_000;

interface Read {
  readonly ids: readonly (readonly [queue: string, eventId: string])[];
  readonly unread: number;
}

/** What the broker has of the queues of consumers. Plain AMQP; nothing is taken out. */
export interface BrokerReader {
  /** How many wait, and which messages are parked or in a retry pause. */
  ask(queue: string): Promise<QueueAtBroker>;
  close(): Promise<void>;
}

/** @param prefix what stands in front of the names of queues (`AMQP_PREFIX`) */
export async function openBroker(url: string, prefix = ''): Promise<BrokerReader> {
  const model = await connect(url, { timeout: 5_000 });
  // Lost while it is read: the call under way fails and says so.
  model.on('error', () => undefined);
  const paused = new Map<string, Promise<Read>>();

  async function pausedOf(service: string): Promise<Read> {
    const ids: Read['ids'][number][] = [];
    let unread = 0;
    for (let step = 1; ; step += 1) {
      const found = await look(model, `${prefix}${service}.retry.${step}`);
      if (found === undefined) return { ids, unread };
      ids.push(...found.ids);
      unread += found.unread;
    }
  }

  return {
    async ask(queue) {
      const service = queue.slice(0, queue.indexOf('.'));
      const waiting = await messagesIn(model, `${prefix}${queue}`);
      if (waiting === undefined) return { exists: false, waiting: 0, known: new Set(), unread: 0 };
      const parked = await look(model, `${prefix}${queue}.parked`);
      const ofService = paused.get(service) ?? pausedOf(service);
      paused.set(service, ofService);
      const { ids, unread } = await ofService;
      return {
        exists: true,
        waiting,
        known: new Set([
          ...(parked?.ids ?? []).map(([, eventId]) => eventId),
          // In a pause the routing key names the queue that the message returns to.
          ...ids.filter(([name]) => name === `${prefix}${queue}`).map(([, eventId]) => eventId),
        ]),
        unread: (parked?.unread ?? 0) + unread,
      };
    },
    close: () => model.close(),
  };
}

/** Undefined when there is no such queue, which the broker says by closing the channel. */
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

const messagesIn = (model: ChannelModel, queue: string): Promise<number | undefined> =>
  onQueue(model, queue, (_channel, count) => Promise.resolve(count));

/** Reads the ids of messages that no consumer takes. They are not acknowledged: closing the channel puts them back in their places. */
const look = (model: ChannelModel, queue: string): Promise<Read | undefined> =>
  onQueue(model, queue, async (channel, count) => {
    const ids: Read['ids'][number][] = [];
    while (ids.length < Math.min(count, mostRead)) {
      const message = await channel.get(queue);
      if (message === false) break;
      const { messageId } = message.properties;
      ids.push([message.fields.routingKey, typeof messageId === 'string' ? messageId : '']);
    }
    return { ids, unread: Math.max(0, count - ids.length) };
  });
