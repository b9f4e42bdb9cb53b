import { createServer, type Server } from 'node:http';
import { consumersOf, verifyContract } from '@kinmel/testing/contracts';
import type { TestDatabase } from '@kinmel/testing/servers';
import {
  notificationDatabase,
  startTestNotification,
  type TestNotification,
} from './testing/test-notification.ts';

let database: TestDatabase;
let notification: TestNotification;
let server: Server;

beforeAll(async () => {
  database = await notificationDatabase();
  notification = await startTestNotification({ database });
  server = createServer(notification.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await notification.stop();
  await database.drop();
});

const states = {
  'nobody gets the newsletter': () => database.empty(),
};

it.each(consumersOf('notification'))(
  'notification answers what %s needs',
  (consumer) => verifyContract(consumer, { name: 'notification', server, states }),
  120_000,
);
