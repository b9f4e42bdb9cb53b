import type { Channel, ChannelModel, RecoveringChannelModel } from 'amqplib';
import { BusClosedError } from '../bus.ts';
import { callLimitMs, within } from './broker-calls.ts';
import { connectBroker, watchModel } from './broker-connection.ts';
import type { BusSettings } from './bus-settings.ts';
import { declareExchanges } from './declarations.ts';

/** The connection over which consumers and listeners receive; they are told of each new one. */
export class ReceivingConnection {
  readonly #settings: BusSettings;
  readonly #prepareExchanges: typeof declareExchanges;
  readonly #onModel: ((model: ChannelModel) => void)[] = [];
  #connection: RecoveringChannelModel | undefined;
  #model: ChannelModel | undefined;

  /** `prepareExchanges` sees to what is received from, on each new connection. */
  constructor(settings: BusSettings, prepareExchanges: typeof declareExchanges = declareExchanges) {
    this.#settings = settings;
    this.#prepareExchanges = prepareExchanges;
  }

  async start(): Promise<void> {
    this.#connection = await connectBroker(this.#settings, 'consuming', (model) => this.#prepare(model));
  }

  /** The connection as it is now; undefined while there is none. */
  get model(): ChannelModel | undefined {
    return this.#model;
  }

  /** Called in the order of registration and not waited for. */
  onModel(listener: (model: ChannelModel) => void): void {
    this.#onModel.push(listener);
  }

  /** A channel for one piece of work. */
  async withChannel<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    const model = this.#model;
    if (model === undefined) throw new BusClosedError();
    const channel = await model.createChannel();
    channel.on('error', () => undefined);
    try {
      return await work(channel);
    } finally {
      await channel.close().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await within(callLimitMs, this.#connection?.close());
  }

  async #prepare(model: ChannelModel): Promise<void> {
    const isLost = watchModel(model, () => {
      if (this.#model === model) this.#model = undefined;
    });
    const channel = await model.createChannel();
    channel.on('error', () => undefined);
    await this.#prepareExchanges(channel, this.#settings);
    await channel.close();
    this.#model = model;
    // Not waited for: one queue that the broker cannot serve yet must not keep the others from being consumed.
    for (const tell of this.#onModel) tell(model);
    // A connection that was lost meanwhile has nobody who would notice: amqplib watches it only from here on.
    if (isLost()) throw new BusClosedError('The connection was lost while it was prepared.');
  }
}
