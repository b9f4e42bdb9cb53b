import { type ChannelModel, connect } from 'amqplib';
import { consumersOf, queueOf } from './consumers.ts';

/** Undefined when there is no such queue, which the broker says by closing the channel. */
async function messagesIn(model: ChannelModel, queue: string): Promise<number | undefined> {
  const channel = await model.createChannel();
  channel.on('error', () => undefined);
  try {
    const { messageCount } = await channel.checkQueue(queue);
    await channel.close();
    return messageCount;
  } catch {
    return undefined;
  }
}

/**
 * How many messages lie at the broker for each consumer's queue: in it, parked, and in the retry pauses of its service,
 * which cannot be told apart. A queue that does not exist is left out. Plain AMQP; nothing is taken out.
 * @param prefix what stands in front of the names of queues (`AMQP_PREFIX`)
 */
export async function countQueued(url: string, prefix = ''): Promise<ReadonlyMap<string, number>> {
  const model = await connect(url, { timeout: 5_000 });
  try {
    const inPauses = new Map<string, number>();
    for (const service of new Set(Object.values(consumersOf).flat())) {
      let sum = 0;
      for (let step = 1; ; step += 1) {
        const count = await messagesIn(model, `${prefix}${service}.retry.${step}`);
        if (count === undefined) break;
        sum += count;
      }
      inPauses.set(service, sum);
    }
    const counts = new Map<string, number>();
    for (const [type, services] of Object.entries(consumersOf))
      for (const service of services) {
        const queue = queueOf(service, type);
        const waiting = await messagesIn(model, `${prefix}${queue}`);
        if (waiting === undefined) continue;
        const parked = (await messagesIn(model, `${prefix}${queue}.parked`)) ?? 0;
        counts.set(queue, waiting + parked + (inPauses.get(service) ?? 0));
      }
    return counts;
  } finally {
    await model.close();
  }
}
