import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '../eventually.ts';
import { freePort } from './test-redis.ts';

/** Path of SeaweedFS; undefined when there is none. */
export const s3Server = process.env['KINMEL_TEST_S3_SERVER'] || undefined;

/** The only account of the server. */
export const s3Account = { accessKeyId: 'shop', secretAccessKey: 'secret-of-the-shop' };

const identities = [
  {
    name: 'shop',
    credentials: [{ accessKey: s3Account.accessKeyId, secretKey: s3Account.secretAccessKey }],
    actions: ['Admin', 'Read', 'Write', 'List'],
  },
];

/** Starts a server that speaks S3, on free ports and with empty buckets; it ends with this process. */
export async function startTestS3(buckets: readonly string[]) {
  if (s3Server === undefined)
    throw new Error(
      'KINMEL_TEST_S3_SERVER is not set: run the tests through npm test, which installs SeaweedFS.',
    );
  const folder = mkdtempSync(path.join(tmpdir(), 'kinmel-s3-'));
  const accounts = path.join(folder, 'accounts.json');
  writeFileSync(accounts, JSON.stringify({ identities }));
  const parts = [
    'master.port',
    'master.port.grpc',
    'volume.port',
    'volume.port.grpc',
    'filer.port',
    'filer.port.grpc',
    's3.port',
    's3.port.grpc',
  ];
  const ports = await Promise.all(parts.map(freePort));
  const settings = {
    dir: folder,
    ip: '127.0.0.1',
    'ip.bind': '127.0.0.1',
    filer: true,
    s3: true,
    's3.config': accounts,
    's3.iam': false,
    's3.port.iceberg': 0,
    's3.port.lance': 0,
    'volume.max': 4,
    'master.volumeSizeLimitMB': 64,
    'master.volumePreallocate': false,
    'master.telemetry': false,
    ...Object.fromEntries(parts.map((name, index) => [name, ports[index]])),
  };
  const args = ['server', ...Object.entries(settings).map(([name, value]) => `-${name}=${value}`)];
  const endpoint = `http://127.0.0.1:${ports[parts.indexOf('s3.port')]}`;
  // Imported here, because loading it takes half a second and few tests need it.
  const { CreateBucketCommand, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: s3Account,
    maxAttempts: 1,
  });
  const child = spawn(s3Server, args, { stdio: 'ignore' });
  const stop = () => {
    client.destroy();
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  for (const Bucket of buckets)
    await eventually(() => client.send(new CreateBucketCommand({ Bucket })), 30_000);
  return { endpoint, client, stop };
}
