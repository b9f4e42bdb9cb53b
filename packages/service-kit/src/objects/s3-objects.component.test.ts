import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutObjectCommand } from '@aws-sdk/client-s3';
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

  beforeAll(async () => {
    server = await startTestS3(['the-bucket']);
  }, 60_000);
  afterAll(() => server.stop());

  const open = (prefix: string, overrides: Partial<ReturnType<typeof placeAt>> = {}, area = 'photos') =>
    openS3Objects({ ...placeAt(server.endpoint, prefix), ...overrides }, area);

  describeObjectStore(() => open('suite/'));

  it('are listed across several pages', async () => {
    const store = await open('many/');
    const names = Array.from({ length: 1005 }, (_, index) => `n/${String(index).padStart(4, '0')}`);
    for (let from = 0; from < names.length; from += 50)
      await Promise.all(names.slice(from, from + 50).map((name) => store.create(name, Buffer.from(name))));
    expect((await store.list('n/')).map(({ name }) => name)).toEqual(names);
  }, 60_000);

  it('are separate for each kind', async () => {
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
    const sameArea = await open('config/', {}, 'payout-proofs');
    expect(String(await sameArea.read('1'))).toBe('proof');
  });

  describe('are refused with a clear message and without a change,', () => {
    it('in a place of another installation', async () => {
      await open('taken/', { installation: 'other-shop' });
      const refusal = /s3:\/\/the-bucket\/taken\/ belongs to the installation "other-shop", not to "my-shop"/;
      await expect(open('taken/')).rejects.toThrow(refusal);
      await open('taken/', { installation: 'other-shop' });
    });

    it('in a place with objects of another owner', async () => {
      const Key = 'foreign/their-file.txt';
      await server.client.send(new PutObjectCommand({ Bucket: 'the-bucket', Key, Body: 'theirs' }));
      const refusal = /foreign\/ has objects of somebody else, such as "foreign\/their-file.txt"/;
      await expect(open('foreign/')).rejects.toThrow(refusal);
      await expect(open('foreign/')).rejects.toThrow(refusal);
    });

    it('in a bucket that does not exist', async () => {
      await expect(open('', { bucket: 'no-bucket' })).rejects.toThrow(
        'OBJECTS_URL: s3://no-bucket/ cannot be used: there is no such bucket',
      );
    });

    it('with credentials of another account, which the error does not contain', async () => {
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
  const stored = new Map<string, { readonly bytes: Buffer; readonly creator: string }>();
  let honoursConditions: boolean;
  let isBroken: boolean;
  /** Whether the answer to the PUT of this object is lost. */
  let losesAnswer: (key: string) => boolean;

  async function answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '', 'http://any');
    const key = url.pathname;
    if (isBroken) return void res.writeHead(500).end();
    const object = stored.get(key);
    if (req.method === 'PUT') {
      const bytes = Buffer.concat(await Array.fromAsync(req));
      if (object && honoursConditions) return void res.writeHead(412).end();
      stored.set(key, { bytes, creator: String(req.headers['x-amz-meta-creator']) });
      return void res.writeHead(losesAnswer(key) ? 503 : 200).end();
    }
    if (url.searchParams.has('list-type')) return void res.end('<ListBucketResult></ListBucketResult>');
    if (!object) return void res.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    res.setHeader('x-amz-meta-creator', object.creator).end(object.bytes);
  }
  const server = http.createServer((req, res) => void answer(req, res));
  const endpoint = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  beforeEach(() => {
    stored.clear();
    honoursConditions = true;
    isBroken = false;
    losesAnswer = () => false;
  });
  afterAll(() => server.close());

  it('that ignores conditions are refused at the start', async () => {
    honoursConditions = false;
    await expect(openS3Objects(placeAt(endpoint()), 'photos')).rejects.toThrow(
      /s3:\/\/the-bucket\/ does not honour If-None-Match/,
    );
    expect([...stored].map(([key, { bytes }]) => [key, String(bytes)])).toEqual([
      ['/the-bucket/installation', 'my-shop'],
    ]);
  });

  describe('that loses the answer to a write', () => {
    const name = '/the-bucket/photos/claim';

    it('are created by the call that wrote them, and by no other one with the same bytes', async () => {
      const store = await openS3Objects(placeAt(endpoint()), 'photos');
      losesAnswer = (key) => key === name;
      expect(await store.create('claim', Buffer.from('same'))).toBe(true);
      expect(await store.create('claim', Buffer.from('same'))).toBe(false);
      expect(String(await store.read('claim'))).toBe('same');
    });

    it('belong to another writer that was faster', async () => {
      const store = await openS3Objects(placeAt(endpoint()), 'photos');
      losesAnswer = (key) => {
        stored.set(key, { bytes: Buffer.from('same'), creator: 'another call' });
        return true;
      };
      expect(await store.create('claim', Buffer.from('same'))).toBe(false);
    });
  });

  it('that fails are unavailable, for every call', async () => {
    const store = await openS3Objects(placeAt(endpoint()), 'photos');
    isBroken = true;
    const unavailable = { code: 'service-unavailable', status: 503 };
    await expect(store.create('1', Buffer.from(''))).rejects.toMatchObject(unavailable);
    await expect(store.read('1')).rejects.toMatchObject(unavailable);
    await expect(store.delete('1')).rejects.toMatchObject(unavailable);
    await expect(store.list()).rejects.toMatchObject(unavailable);
  });

  it('that is unavailable are refused with a clear message', async () => {
    const closed = http.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    await expect(openS3Objects(placeAt(`http://127.0.0.1:${port}`), 'photos')).rejects.toThrow(
      /cannot be used: its server does not answer \(.*ECONNREFUSED/,
    );
  });
});
