import type { AddressInfo } from 'node:net';
import { connectMongo, createLogger, createServiceClient } from '@kinmel/service-kit';
import { testMongoUri } from '@kinmel/testing/servers';
import { createServiceClients } from '../placing/service-clients.ts';
import { startTestOrder, testServiceToken } from './test-order.ts';

// The order service as a process that exits at FAILPOINT; prints its port and a token on the first line.
const { DATABASE = '', CATALOG = '', OFFER = '' } = process.env;
const uri = testMongoUri();
const connection = await connectMongo({
  uri,
  databaseName: DATABASE,
  logger: createLogger({ service: 'order', level: 'silent' }),
});
const clientOf = (service: string, baseUrl: string) =>
  createServiceClient({ service, baseUrl, serviceToken: testServiceToken, deadlineMs: 20_000 });
const order = await startTestOrder({
  database: {
    uri,
    databaseName: DATABASE,
    connection,
    dataKey: '',
    empty: async () => {},
    drop: async () => {},
  },
  serviceClients: createServiceClients({
    catalog: clientOf('catalog', CATALOG),
    offer: clientOf('offer', OFFER),
  }),
});
const { port } = order.server.address() as AddressInfo;
process.stdout.write(`${JSON.stringify({ port, token: order.tokens.customer('crasher') })}\n`);
