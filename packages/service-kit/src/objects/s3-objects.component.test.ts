import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { s3Account, s3Server, startTestS3 } from '@kinmel/testing';
import { openObjects } from './open-objects.ts';
import { openS3Objects } from './s3-objects.ts';
import { describeObjectStore } from './testing/object-store-suite.ts';

const variables = {
  AWS_ACCESS_KEY_ID: s3Account.accessKeyId,
  AWS_SECRET_ACCESS_KEY: s3Account.secretAccessKey,
};
const before = { ...process.env };
beforeEach(() => Object.assign(process.env, variables));
afterAll(() => {
  process.env = before;
});

const placeAt = (endpoint: string, prefix = '', installation = 'my-shop') => ({
  bucket: 'the-bucket',
  prefix,
  installation,
  endpoint,
  region: 'us-east-1',
});

(s3Server === undefined ? describe.skip : describe)('objects in SeaweedFS', () => {
  let server: Awaited<ReturnType<typeof startTestS3>>;
  let client: S3Client;

  beforeAll(async () => {
    server = await startTestS3();
    client = new S3Client({
      endpoint: server.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: s3Account,
      // The server answers before it is ready.
      maxAttempts: 10,
    });
    await client.send(new CreateBucketCommand({ Bucket: 'the-bucket' }));
  }, 60_000);
  afterAll(() => {
    client.destroy();
    server.stop();
  });

  const open = (prefix: string, more: Partial<ReturnType<typeof placeAt>> = {}, area = 'photos') =>
    openS3Objects({ ...placeAt(server.endpoint, prefix), ...more }, area);

  describeObjectStore(() => open('suite/'));

  it('lists more than one page of them', async () => {
    const store = await open('many/');
    const names = Array.from({ length: 1005 }, (_, index) => `n/${String(index).padStart(4, '0')}`);
    for (let from = 0; from < names.length; from += 50)
      await Promise.all(names.slice(from, from + 50).map((name) => store.create(name, Buffer.from(name))));
    expect((await store.list('n/')).map(({ name }) => name)).toEqual(names);
  }, 60_000);

  it('belong to one kind each', async () => {
    const [photos, proofs] = [await open('kinds/'), await open('kinds/', {}, 'proofs')];
    expect(await photos.create('1', Buffer.from('photo'))).toBe(true);
    expect(await proofs.create('1', Buffer.from('proof'))).toBe(true);
    expect((await proofs.list()).map(({ name }) => name)).toEqual(['1']);
  });

  it('are opened by ten processes at once, at the first start', async () => {
    const stores = await Promise.all(Array.from({ length: 10 }, () => open('together/')));
    const isCreated = await Promise.all(stores.map((store) => store.create('claim', Buffer.from(''))));
    expect(isCreated.filter(Boolean)).toHaveLength(1);
  });

  it('are in the area of their folder when OBJECTS_URL is set', async () => {
    const config = { OBJECTS_URL: placeAt(server.endpoint, 'config/'), PAYOUT_PROOFS_FOLDER: '/nowhere' };
    await (await openObjects(config, 'PAYOUT_PROOFS_FOLDER')).create('1', Buffer.from('proof'));
    const same = await open('config/', {}, 'payout-proofs');
    expect(String(await same.read('1'))).toBe('proof');
  });

  describe('are refused in words, and nothing changes,', () => {
    it('in a place of another installation', async () => {
      await open('taken/', { installation: 'other-shop' });
      const refused = /s3:\/\/the-bucket\/taken\/ belongs to the installation "other-shop", not to "my-shop"/;
      await expect(open('taken/')).rejects.toThrow(refused);
      await open('taken/', { installation: 'other-shop' });
    });

    it('in a place with objects of somebody else', async () => {
      const Key = 'foreign/their-file.txt';
      await client.send(new PutObjectCommand({ Bucket: 'the-bucket', Key, Body: 'theirs' }));
      const refused = /foreign\/ has objects of somebody else, such as "foreign\/their-file.txt"/;
      await expect(open('foreign/')).rejects.toThrow(refused);
      await expect(open('foreign/')).rejects.toThrow(refused);
    });

    it('in a bucket that is not there', async () => {
      await expect(open('', { bucket: 'no-bucket' })).rejects.toThrow(
        'OBJECTS_URL: s3://no-bucket/ cannot be used: there is no such bucket',
      );
    });

    it('with credentials of somebody else, none of which is in the error', async () => {
      process.env['AWS_SECRET_ACCESS_KEY'] = 'not-the-secret';
      const error = await open('suite/').catch((reason: unknown) => reason);
      expect(String(error)).toMatch(
        /the bucket or the credentials belong to somebody else \(SignatureDoesNotMatch\)/,
      );
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(
        /not-the-secret|Signature=/,
      );
    });

    it('without credentials', async () => {
      for (const name of Object.keys(variables)) delete process.env[name];
      Object.assign(process.env, {
        AWS_EC2_METADATA_DISABLED: 'true',
        AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
        AWS_CONFIG_FILE: '/nowhere',
      });
      await expect(open('suite/')).rejects.toThrow(
        /the environment has no credentials, such as AWS_ACCESS_KEY_ID/,
      );
    });
  });
});

describe('objects in a server that speaks S3', () => {
  const objects = new Map<string, Buffer>();
  /** Stores and answers, whatever the conditions. */
  const careless = http.createServer(async (req, res) => {
    const key = new URL(req.url ?? '', 'http://any').pathname;
    if (req.method === 'PUT') {
      objects.set(key, Buffer.concat(await Array.fromAsync(req)));
      res.end();
      return;
    }
    const found = objects.get(key);
    if (found) res.end(found);
    else if (req.url?.includes('list-type')) res.end('<ListBucketResult></ListBucketResult>');
    else res.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  });
  const endpoint = () => `http://127.0.0.1:${(careless.address() as AddressInfo).port}`;

  beforeAll(() => new Promise<void>((resolve) => careless.listen(0, '127.0.0.1', resolve)));
  afterAll(() => careless.close());

  it('that ignores conditions are refused at the start', async () => {
    await expect(openS3Objects(placeAt(endpoint()), 'photos')).rejects.toThrow(
      /s3:\/\/the-bucket\/ does not honour If-None-Match/,
    );
    expect([...objects].map(([key, bytes]) => [key, String(bytes)])).toEqual([
      ['/the-bucket/installation', 'my-shop'],
    ]);
  });

  it('that is away are refused in words', async () => {
    const closed = http.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    await expect(openS3Objects(placeAt(`http://127.0.0.1:${port}`), 'photos')).rejects.toThrow(
      /cannot be used: its server does not answer \(ECONNREFUSED\)/,
    );
  });
});
