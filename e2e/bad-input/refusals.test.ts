import { problemSchema } from '@kinmel/contracts';
import { expect, test } from '@playwright/test';
import mongoose from 'mongoose';
import { plantedSecrets } from '../support/planted-secrets.ts';
import { type RawRequest, rawRequest } from '../support/stack/raw-http.ts';
import { adminToken, stackState } from '../support/stack/stack-control.ts';

interface Case {
  name: string;
  target: string;
  status: number | readonly number[];
  request?: RawRequest;
}

const unknownId = '0123456789abcdef01234567';
const json = { 'Content-Type': 'application/json' };

/** What no answer may tell: paths of the machine, names of the libraries, lines of a stack. */
const inner = /\/work\/|\/home\/|node_modules|at [A-Za-z.]+ \(|mongo|ECONN|CastError|127\.0\.0\.1/i;

async function expectRefused({ name, target, status, request }: Case): Promise<void> {
  await test.step(name, async () => {
    const answer = await rawRequest(target, request);
    expect
      .soft([status].flat(), `${name}: ${answer.status} ${answer.text.slice(0, 200)}`)
      .toContain(answer.status);
    expect.soft(answer.contentType, name).toContain('application/json');
    expect
      .soft(problemSchema.safeParse(parsed(answer.text)).success, `${name}: ${answer.text.slice(0, 200)}`)
      .toBe(true);
    expect.soft(answer.text, name).not.toMatch(inner);
    // Refusing is cheap. The machine may be busy, so that this only tells a refusal from work that was done.
    expect.soft(answer.ms, `${name}: time`).toBeLessThan(3000);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const regex = encodeURIComponent('(a+)+$|.*[^]*\\');
const tenKilobytes = 'x'.repeat(10 * 1024);

test('reads that make no sense are refused in the shape of an error, quickly', async () => {
  const cases: Case[] = [
    { name: 'unknown id', target: `/api/products/${unknownId}`, status: 404 },
    { name: 'malformed id', target: '/api/products/not-an-id', status: 400 },
    { name: 'an id with operators', target: '/api/products/%7B%22$ne%22:null%7D', status: [400, 404] },
    { name: 'page 0', target: '/api/products?page=0', status: 400 },
    { name: 'page -1', target: '/api/products?page=-1', status: 400 },
    { name: 'page one', target: '/api/products?page=one', status: 400 },
    { name: 'page 1e9', target: '/api/products?page=1000000000', status: 400 },
    { name: 'limit 10000', target: '/api/products?limit=10000', status: 400 },
    { name: 'limit 0', target: '/api/products?limit=0', status: 400 },
    { name: 'unknown category', target: '/api/products?category=toasters', status: 400 },
    { name: 'unknown category in the path', target: '/api/products/category/toasters', status: [400, 404] },
    { name: 'unknown sort', target: '/api/products?sort=random', status: 400 },
    { name: 'negative price', target: '/api/products?minPrice=-5', status: 400 },
    { name: 'unknown parameter', target: '/api/products?where=1', status: 400 },
    { name: 'search of 10 kB', target: `/api/products?search=${tenKilobytes}`, status: [400, 414] },
    { name: 'search of 1 kB', target: `/api/products?search=${'x'.repeat(1024)}`, status: 400 },
    { name: 'suggestion of 1 kB', target: `/api/products/suggestions?q=${'x'.repeat(1024)}`, status: 400 },
    { name: 'operator in search', target: '/api/products?search[$ne]=1', status: 400 },
    { name: 'operator in category', target: '/api/products?category[$gt]=', status: 400 },
    { name: '$where', target: '/api/products?$where=sleep(5000)', status: 400 },
    { name: 'the same parameter twice', target: '/api/products?page=1&page=2', status: 400 },
    { name: 'unknown address of the API', target: '/api/nothing', status: 404 },
    {
      name: 'method that is not there',
      target: '/api/products',
      status: [401, 404, 405],
      request: { method: 'PATCH' },
    },
    {
      name: 'method of another world',
      target: '/api/products',
      status: [400, 405],
      request: { method: 'PROPFIND' },
    },
  ];
  for (const one of cases) await expectRefused(one);
});

test('regex characters are letters like others: answered, not obeyed', async () => {
  for (const search of [regex, '%5B', '.*', '%28%28%28', '%5C', '%24', '%00'.replace('%00', '%E2%80%AE')]) {
    const answer = await rawRequest(`/api/products?search=${search}`);
    expect.soft([200, 400, 404], `${search}: ${answer.status}`).toContain(answer.status);
    expect.soft(answer.ms).toBeLessThan(3000);
  }
});

test('writes that make no sense are refused, and nothing of them is stored', async () => {
  const { urls } = await stackState();
  const connection = await mongoose.createConnection(urls.mongodb).asPromise();
  const stored = async () => {
    const counts: Record<string, number> = {};
    // How often somebody tried is counted whatever came of it; that is what the limit of uploads is for (U-07).
    const attempts = 'kinmel_catalog.uploads';
    for (const database of ['kinmel_catalog', 'kinmel_order']) {
      const { db } = connection.useDb(database);
      // What the server notes of its own is not what a refusal may have stored.
      for (const { name } of (await db?.listCollections({ name: { $not: /^system\./ } }).toArray()) ?? [])
        counts[`${database}.${name}`] = (await db?.collection(name).countDocuments()) ?? 0;
    }
    const versions = await connection
      .useDb('kinmel_catalog')
      .collection('products')
      .find()
      .project({ version: 1 })
      .toArray();
    delete counts[attempts];
    return { counts, versions: versions.reduce((sum, { version }) => sum + version, 0) };
  };
  try {
    const before = await stored();
    const admin = { Authorization: `Bearer ${await adminToken()}` };
    const { password, token, refreshToken, cookie } = plantedSecrets;
    const product = { name: 'Planted', description: 'Planted', price: 100, category: 'watch' };
    const write = (body: unknown, headers: Record<string, string> = json): RawRequest => ({
      method: 'POST',
      headers: { ...admin, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const boundary = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const filePart = (content: string, type = 'image/png') =>
      `--x\r\nContent-Disposition: form-data; name="image"; filename="../../a.png"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--x--\r\n`;
    const cases: Case[] = [
      {
        name: 'bad JSON',
        target: '/api/products',
        status: 400,
        request: write(`{"password":"${password}",`),
      },
      {
        name: 'bad JSON of a stranger',
        target: '/api/products',
        status: [400, 401],
        request: { method: 'POST', headers: json, body: `{"password":"${password}"` },
      },
      { name: 'JSON that is no object', target: '/api/products', status: 400, request: write('[1]') },
      { name: 'empty body', target: '/api/products', status: 400, request: write('') },
      {
        name: 'form instead of JSON',
        target: '/api/products',
        status: [400, 415],
        request: write(`name=x&password=${password}`, {
          'Content-Type': 'application/x-www-form-urlencoded',
        }),
      },
      {
        name: 'XML instead of JSON',
        target: '/api/products',
        status: [400, 415],
        request: write('<a/>', { 'Content-Type': 'application/xml' }),
      },
      {
        name: 'JSON that says it is text',
        target: '/api/products',
        status: [400, 415],
        request: write(product, { 'Content-Type': 'text/plain' }),
      },
      {
        name: 'unknown charset',
        target: '/api/products',
        status: [400, 415],
        request: write(product, { 'Content-Type': 'application/json; charset=klingon' }),
      },
      {
        name: 'unknown coding',
        target: '/api/products',
        status: [400, 415],
        request: write(product, { ...json, 'Content-Encoding': 'zip' }),
      },
      {
        name: 'operator as name',
        target: '/api/products',
        status: 400,
        request: write({ ...product, name: { $gt: '' } }),
      },
      {
        name: 'operator as price',
        target: '/api/products',
        status: 400,
        request: write({ ...product, price: { $inc: 1 } }),
      },
      {
        name: 'unknown category',
        target: '/api/products',
        status: 400,
        request: write({ ...product, category: 'toasters' }),
      },
      {
        name: 'price of nothing',
        target: '/api/products',
        status: 400,
        request: write({ ...product, price: -1 }),
      },
      {
        name: 'change of an unknown product',
        target: `/api/products/${unknownId}`,
        status: 404,
        request: { ...write({ price: 5 }), method: 'PUT' },
      },
      {
        name: 'change of a malformed id',
        target: '/api/products/x',
        status: 400,
        request: { ...write({ price: 5 }), method: 'PUT' },
      },
      {
        name: 'removal of an unknown product',
        target: `/api/products/${unknownId}`,
        status: 404,
        request: { method: 'DELETE', headers: admin },
      },
      {
        name: 'body of 200 kB',
        target: '/api/products',
        status: 413,
        request: write({ ...product, description: 'x'.repeat(200 * 1024) }),
      },
      {
        name: 'a body that only says it is large',
        target: '/api/products',
        status: 413,
        request: { method: 'POST', headers: { ...admin, ...json, 'Content-Length': '999999999' } },
      },
      {
        name: 'upload without a file',
        target: '/api/upload',
        status: 400,
        request: write('--x--\r\n', boundary),
      },
      { name: 'upload of JSON', target: '/api/upload', status: [400, 415], request: write({ image: 'x' }) },
      {
        name: 'upload of a text',
        target: '/api/upload',
        status: [400, 415],
        request: write(filePart('no picture'), boundary),
      },
      {
        name: 'upload of SVG',
        target: '/api/upload',
        status: [400, 415],
        request: write(
          filePart(
            '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
            'image/svg+xml',
          ),
          boundary,
        ),
      },
      {
        name: 'half an upload',
        target: '/api/upload',
        status: 400,
        request: write('--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n', boundary),
      },
      {
        name: 'a write without a token',
        target: '/api/products',
        status: 401,
        request: {
          method: 'POST',
          headers: { ...json, Cookie: `refreshToken=${refreshToken}; session=${cookie}` },
          body: JSON.stringify({ ...product, password }),
        },
      },
      {
        name: 'a token that is none',
        target: '/api/products',
        status: 401,
        request: {
          method: 'POST',
          headers: { ...json, Authorization: `Bearer ${token}` },
          body: JSON.stringify(product),
        },
      },
      {
        name: 'identity headers from outside',
        target: '/api/products',
        status: 401,
        request: {
          method: 'POST',
          headers: { ...json, 'X-User-Id': 'admin-1', 'X-User-Role': 'admin' },
          body: JSON.stringify(product),
        },
      },
      {
        name: 'a secret in the address',
        target: `/api/products?password=${password}&token=${token}`,
        status: 400,
      },
    ];
    for (const one of cases) await expectRefused(one);
    expect(await stored()).toEqual(before);
  } finally {
    await connection.close();
  }
});

test('no path leads out of the folders of pictures and remotes', async () => {
  const { folders } = await stackState();
  expect(folders.remotes).toContain('remotes');
  const ways = [
    '../../package.json',
    '../registry/000001.json',
    '%2e%2e/%2e%2e/package.json',
    '..%2f..%2fpackage.json',
    '%2e%2e%2f%2e%2e%2fpackage.json',
    '..%5c..%5cpackage.json',
    '..\\..\\package.json',
    '....//....//package.json',
    '%252e%252e%252fpackage.json',
    '%c0%ae%c0%ae/package.json',
    '..;/package.json',
    '%00/../package.json',
    'x/640.webp%00.js',
    '/etc/passwd',
    '//etc/passwd',
    'mfe-catalog/../../data',
    '.',
    '',
  ];
  for (const folder of ['/uploads/', '/remotes/', '/remotes/mfe-catalog/', '/shell/']) {
    for (const way of ways) {
      await expectRefused({ name: folder + way, target: folder + way, status: [400, 404] });
    }
  }
  await expectRefused({
    name: 'what a build tells of itself',
    target: `/remotes/mfe-catalog/x/version.json`,
    status: 404,
  });
  await expectRefused({
    name: 'absolute target',
    target: 'http://169.254.169.254/latest/',
    status: [400, 404],
  });
});
