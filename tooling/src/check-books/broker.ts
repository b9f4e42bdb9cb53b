import { type Channel, type ChannelModel, connect } from 'amqplib';

/** The state of a consumer's queue that lacks some messages. */
export interface QueueState {
  readonly waiting: number;
  /** Ids of its parked messages and of those in a retry pause. */
  readonly eventIds: ReadonlySet<string>;
  /** Parked and paused messages beyond `maxRead`. */
  readonly unread: number;
}

const maxRead = 5_000;

interface Messages {
  readonly ids: readonly (readonly [routingKey: string, eventId: string])[];
  readonly unread: number;
}

/**
 * Reads queues by plain AMQP and takes nothing out.
 * @param prefix `AMQP_PREFIX` of the shop
 */
export async function openBroker(url: string, prefix = '') {
  const model = await connect(url, { timeout: 5_000 });
  // When the connection is lost the pending call rejects.
  model.on('error', () => undefined);

  async function pausedOf(service: string): Promise<Messages> {
    const all: Messages[] = [];
    for (let step = 1; ; step += 1) {
      const message = await peek(model, `${prefix}${service}.retry.${step}`);
      if (message === undefined) break;
      all.push(message);
    }
    return { ids: all.flatMap(({ ids }) => ids), unread: all.reduce((sum, { unread }) => sum + unread, 0) };
  }

  return {
    /** Undefined when there is no such queue. */
    async stateOf(queue: string): Promise<QueueState | undefined> {
      const waiting = await onQueue(model, `${prefix}${queue}`, async (_channel, count) => count);
      if (waiting === undefined) return undefined;
      const parked = await peek(model, `${prefix}${queue}.parked`);
      const paused = await pausedOf(queue.slice(0, queue.indexOf('.')));
      // The routing key of a paused message is the queue to which it returns.
      const ofQueue = paused.ids.filter(([routingKey]) => routingKey === `${prefix}${queue}`);
      return {
        waiting,
        eventIds: new Set([...(parked?.ids ?? []), ...ofQueue].map(([, eventId]) => eventId)),
        unread: (parked?.unread ?? 0) + paused.unread,
      };
    },
    close: () => model.close(),
  };
}

/** Undefined when there is no such queue: the broker then closes the channel. */
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
    const ids: [string, string][] = [];
    while (ids.length < Math.min(count, maxRead)) {
      const message = await channel.get(queue);
      if (message === false) break;
      ids.push([message.fields.routingKey, String(message.properties.messageId)]);
    }
    return { ids, unread: Math.max(0, count - ids.length) };
  });
