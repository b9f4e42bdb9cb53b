// A launcher that a test can kill: starts the database and the broker, prints their pids and waits.
import { join } from 'node:path';
import { startBroker } from '../servers/broker.ts';
import { startDatabase } from '../servers/database.ts';

const [folder = '', toolsFolder = '', mongodbPort = '', rabbitmqPort = ''] = process.argv.slice(2);
const [database, broker] = await Promise.all([
  startDatabase({
    port: Number(mongodbPort),
    dataFolder: join(folder, 'mongodb'),
    toolsFolder,
    logFile: join(folder, 'mongodb.log'),
  }),
  startBroker({
    port: Number(rabbitmqPort),
    folder: join(folder, 'rabbitmq'),
    logFile: join(folder, 'rabbitmq.log'),
  }),
]);
process.stdout.write(`${JSON.stringify([...database.pids, ...broker.pids])}\n`);
setInterval(() => {}, 60_000);
