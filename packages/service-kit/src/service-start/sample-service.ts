import express from 'express';
import { z } from 'zod';
import { readConfig } from '../config/read-config.ts';
import { portSchema } from '../config/service-config.ts';
import { runService } from './run-service.ts';

// The smallest service process, for tests.
await runService({
  name: 'sample',
  start: async ({ logger }) => {
    const { SAMPLE_PORT } = readConfig(z.object({ SAMPLE_PORT: portSchema }));
    const app = express();
    app.get('/slow', (_, res) => {
      setTimeout(() => res.send('done'), 700);
    });
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
      ready: { part: () => 'ok' },
      stop: async () => logger.info('pools are closed'),
    };
  },
});
