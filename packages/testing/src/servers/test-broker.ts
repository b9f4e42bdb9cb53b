import { randomBytes } from 'node:crypto';
import { connect } from 'amqplib';

export interface TestBroker {
  readonly url: string;
  /** In front of every queue and exchange of this test: `AMQP_PREFIX`. */
  readonly prefix: string;
  /** Remembers a queue (name without the prefix) and what belongs to it, for `cleanUp`. */
  track(...queues: readonly string[]): void;
  /** Publishes a body as it is to the events exchange; for malformed messages. Resolves when the broker has it. */
  publishRaw(type: string, body: Buffer): Promise<void>;
  /** Deletes the tracked queues with their parking queues, and the exchanges; for `afterAll`. */
  cleanUp(): Promise<void>;
}

const retrySteps = 5;

/** A corner of its own on the real RabbitMQ that tests use; `npm test` starts one and sets `KINMEL_TEST_AMQP_URL`. */
export function testBroker(): TestBroker {
  const url = process.env['KINMEL_TEST_AMQP_URL'];
  if (url === undefined || url === '') {
    throw new Error(
      'KINMEL_TEST_AMQP_URL is not set: run the tests through npm test, which starts a RabbitMQ.',
    );
  }
  const prefix = `test-${randomBytes(4).toString('hex')}.`;
  const queues = new Set<string>();
  return {
    url,
    prefix,
    track(...names) {
      for (const name of names) queues.add(name);
    },
    async publishRaw(type, body) {
      const connection = await connect(url);
      try {
        const channel = await connection.createConfirmChannel();
        channel.publish(`${prefix}kinmel.events`, type, body, { persistent: true });
        await channel.waitForConfirms();
      } finally {
        await connection.close();
      }
    },
    async cleanUp() {
      const connection = await connect(url);
      try {
        const channel = await connection.createChannel();
        const services = new Set([...queues].map((queue) => queue.split('.', 1)[0]));
        const retries = [...services].flatMap((service) =>
          Array.from({ length: retrySteps }, (_, index) => `${service}.retry.${index + 1}`),
        );
        for (const queue of [...queues].flatMap((name) => [name, `${name}.parked`]).concat(retries)) {
          await channel.deleteQueue(prefix + queue);
        }
        for (const exchange of ['kinmel.events', 'kinmel.events.live', ...retries]) {
          await channel.deleteExchange(prefix + exchange);
        }
      } finally {
        await connection.close();
      }
    },
  };
}
