import { randomBytes } from 'node:crypto';
import { connect } from 'amqplib';

const retrySteps = 5;

export type TestBroker = ReturnType<typeof testBroker>;

/** A prefix on the RabbitMQ of tests, which `npm test` starts. */
export function testBroker() {
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
    /** `AMQP_PREFIX` of the test. */
    prefix,
    /** Registers queues (without the prefix) and their companions for `cleanUp`. */
    track(...names: readonly string[]): void {
      for (const name of names) queues.add(name);
    },
    /** Publishes raw bytes to the events exchange. Resolves when confirmed. */
    async publishRaw(type: string, body: Buffer): Promise<void> {
      const connection = await connect(url);
      try {
        const channel = await connection.createConfirmChannel();
        channel.publish(`${prefix}kinmel.events`, type, body, { persistent: true });
        await channel.waitForConfirms();
      } finally {
        await connection.close();
      }
    },
    /** Deletes the registered queues and the exchanges; for `afterAll`. */
    async cleanUp(): Promise<void> {
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
