import { eventually, testBroker } from '@kinmel/testing';
import { connect } from 'amqplib';
import { silentLogger as logger } from '../../testing/test-buses.ts';
import { BusClosedError } from '../bus.ts';
import { BrokerConnection } from './broker-connection.ts';
import { busSettings } from './bus-settings.ts';
import { createConsumers } from './consumers.ts';

const broker = testBroker();
const queue = 'order.product-updated';

afterAll(() => broker.cleanUp());

/** The publisher of a bus that is throttled until the test ends it. */
function throttledPublisher() {
  const publisher = {
    isThrottled: true,
    isOpen: () => !publisher.isThrottled,
    tries: 0,
    passedOn: 0,
    async passOn() {
      publisher.tries += 1;
      if (publisher.isThrottled) throw new BusClosedError('The broker blocks publishers.');
      publisher.passedOn += 1;
    },
  };
  return publisher;
}

it('holds a failed event without redelivery or parking while the broker throttles publishers (R-07)', async () => {
  const settings = busSettings({ ...broker, service: 'order', logger, settleMs: 0 });
  const connection = new BrokerConnection(settings, 'consuming');
  const publisher = throttledPublisher();
  const consumers = createConsumers({ settings, connection, publisher });
  broker.track(queue);
  await eventually(() => connection.model !== undefined);
  let deliveries = 0;
  await consumers.consume({
    queue,
    type: 'product.updated',
    retryDelaysMs: [1_000],
    handle: async () => {
      deliveries += 1;
      return { kind: 'retry', reason: 'not yet', counted: true };
    },
  });
  const other = await connect(broker.url);
  const channel = await other.createConfirmChannel();
  channel.sendToQueue(settings.queueName(queue), Buffer.from('{}'));
  await channel.waitForConfirms();

  await eventually(() => publisher.tries >= 3);
  expect(deliveries).toBe(1);

  publisher.isThrottled = false;
  await eventually(() => publisher.passedOn === 1);
  expect(deliveries).toBe(1);

  publisher.isThrottled = true;
  channel.sendToQueue(settings.queueName(queue), Buffer.from('{}'));
  await eventually(() => deliveries === 2);
  connection.beginClose();
  await consumers.close();
  // A process that ends returns its deliveries.
  await eventually(async () => (await channel.checkQueue(settings.queueName(queue))).messageCount === 1);
  await Promise.all([connection.close(), other.close()]);
});
