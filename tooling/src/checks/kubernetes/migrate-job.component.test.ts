import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { testMongoUri } from '@kinmel/testing';
import mongoose from 'mongoose';
import { z } from 'zod';
import { services } from '../../launcher/services/services.ts';
import { buildOverlay } from './build-overlay.ts';
import { workloadsOf } from './pods.ts';

const repository = join(__dirname, '../../../..');
const prefix = `job-${randomUUID().slice(0, 8)}`;
const databaseOf = (service: string) => `${prefix}_${service.replaceAll('-', '_')}`;

afterAll(async () => {
  const connection = await mongoose.createConnection(testMongoUri()).asPromise();
  for (const { name } of services) await connection.useDb(databaseOf(name)).dropDatabase();
  await connection.close();
});

it('the job `migrate` makes the indexes of every service, with the variables that it is given and no others', async () => {
  const job = workloadsOf(buildOverlay(join(repository, 'deploy/k8s/base'))).find(
    ({ name }) => name === 'migrate',
  );
  const [shell = '', ...words] = z.array(z.string()).parse(job?.container['command']);
  const given = Object.fromEntries(
    (job?.container.env ?? []).map(({ name }) => [
      name,
      name.endsWith('_MONGODB_URI') ? testMongoUri() : Buffer.alloc(32, 1).toString('base64'),
    ]),
  );
  await promisify(execFile)(shell, words, {
    cwd: repository,
    env: {
      ...given,
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      MONGODB_DB_PREFIX: prefix,
      LOG_LEVEL: 'error',
    },
  });
  const connection = await mongoose.createConnection(testMongoUri()).asPromise();
  for (const { name } of services) {
    const collections = await connection.useDb(databaseOf(name)).listCollections();
    expect([name, collections.length > 0]).toEqual([name, true]);
  }
  await connection.close();
}, 180_000);
