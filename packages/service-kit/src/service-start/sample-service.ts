import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import { z } from 'zod';
import { readConfig } from '../config/read-config.ts';
import { portSchema } from '../config/service-config.ts';
import { createRabbitBus } from '../messaging/bus/rabbit-bus.ts';
import { runService } from './run-service.ts';

// The smallest service process, for tests.
await runService({
  name: 'sample',
  start: async ({ logger }) => {
    const { SAMPLE_PORT, AMQP_URL, AMQP_PREFIX } = readConfig(
      z.object({
        SAMPLE_PORT: portSchema,
        AMQP_URL: z.string().optional(),
        AMQP_PREFIX: z.string().optional(),
      }),
    );
    const bus =
      AMQP_URL === undefined
        ? undefined
        : createRabbitBus({ url: AMQP_URL, prefix: AMQP_PREFIX, service: 'sample', logger, settleMs: 0 });
    await bus?.consume({
      queue: 'sample.order-placed',
      type: 'order.placed',
      retryDelaysMs: [],
      handle: async ({ messageId }) => {
        logger.info({ messageId }, 'a message begins');
        await pause(700);
        logger.info({ messageId }, 'a message is handled');
        return { kind: 'done' };
      },
    });
    const app = express();
    app.get('/slow', (_, res) => {
      setTimeout(() => res.send('done'), 700);
    });
    app.get('/quick', (_, res) => res.send('done'));
    app.get('/reject', (_, res) => {
      res.send('soon');
      void Promise.reject(new Error('an unhandled rejection'));
    });
    app.get('/throw', (_, res) => {
      res.send('soon');
      setImmediate(() => {
        throw new Error('an uncaught exception');
      });
    });
    app.get('/never', () => undefined);
    return {
      app,
      port: SAMPLE_PORT,
      ready: { broker: () => bus?.health() ?? 'ok' },
      ...(bus && { stopConsuming: bus.stopConsuming }),
      stop: async () => {
        await bus?.close();
        logger.info('pools are closed');
      },
    };
  },
});
