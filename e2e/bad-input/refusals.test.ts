import { problemSchema } from '@kinmel/contracts';
import { expect, test } from '@playwright/test';
import mongoose from 'mongoose';
import { plantedSecrets } from '../support/stack/logs.ts';
import { type RawRequest, rawRequest } from '../support/stack/raw-http.ts';
import { adminToken, stackState } from '../support/stack/stack-control.ts';

type Case = readonly [
  name: string,
  status: number | readonly number[],
  target: string,
  request?: RawRequest | undefined,
];

const unknownId = '0123456789abcdef01234567';
const json = { 'Content-Type': 'application/json' };

/** Internal details: paths, library names, stack traces. */
const internalDetails = /\/work\/|\/home\/|node_modules|at [A-Za-z.]+ \(|mongo|ECONN|CastError|127\.0\.0\.1/i;

async function expectRefused([name, status, target, request]: Case): Promise<void> {
  await test.step(name, async () => {
    const answer = await rawRequest(target, request);
    expect
      .soft([status].flat(), `${name}: ${answer.status} ${answer.text.slice(0, 200)}`)
      .toContain(answer.status);
    expect.soft(answer.contentType, name).toContain('application/json');
    expect
      .soft(problemSchema.safeParse(parsed(answer.text)).success, `${name}: ${answer.text.slice(0, 200)}`)
      .toBe(true);
    expect.soft(answer.text, name).not.toMatch(internalDetails);
    // High enough for a busy machine; the server must refuse before it does the work.
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

test('refuses invalid reads quickly, with a problem body', async () => {
  const cases: Case[] = [
    ['unknown id', 404, `/api/products/${unknownId}`],
    ['malformed id', 400, '/api/products/not-an-id'],
    ['an id with operators', [400, 404], '/api/products/%7B%22$ne%22:null%7D'],
    ['page 0', 400, '/api/products?page=0'],
    ['page -1', 400, '/api/products?page=-1'],
    ['page one', 400, '/api/products?page=one'],
    ['page 1e9', 400, '/api/products?page=1000000000'],
    ['limit 10000', 400, '/api/products?limit=10000'],
    ['limit 0', 400, '/api/products?limit=0'],
    ['unknown category', 400, '/api/products?category=toasters'],
    ['unknown category in the path', [400, 404], '/api/products/category/toasters'],
    ['unknown sort', 400, '/api/products?sort=random'],
    ['negative price', 400, '/api/products?minPrice=-5'],
    ['unknown parameter', 400, '/api/products?where=1'],
    ['search of 10 kB', [400, 414], `/api/products?search=${tenKilobytes}`],
    ['search of 1 kB', 400, `/api/products?search=${'x'.repeat(1024)}`],
    ['suggestion of 1 kB', 400, `/api/products/suggestions?q=${'x'.repeat(1024)}`],
    ['operator in search', 400, '/api/products?search[$ne]=1'],
    ['operator in category', 400, '/api/products?category[$gt]='],
    ['$where', 400, '/api/products?$where=sleep(5000)'],
    ['the same parameter twice', 400, '/api/products?page=1&page=2'],
    ['unknown address of the API', 404, '/api/nothing'],
    ['unsupported method', [401, 404, 405], '/api/products', { method: 'PATCH' }],
    ['unknown method', [400, 405], '/api/products', { method: 'PROPFIND' }],
  ];
  for (const refusal of cases) await expectRefused(refusal);
});

test('treats regex characters in a search as text', async () => {
  for (const search of [regex, '%5B', '.*', '%28%28%28', '%5C', '%24', '%00'.replace('%00', '%E2%80%AE')]) {
    const answer = await rawRequest(`/api/products?search=${search}`);
    expect.soft([200, 400, 404], `${search}: ${answer.status}`).toContain(answer.status);
    expect.soft(answer.ms).toBeLessThan(3000);
  }
});

test('refuses invalid writes and stores nothing', async () => {
  const { urls } = await stackState();
  const connection = await mongoose.createConnection(urls.mongodb).asPromise();
  const readCountsAndVersions = async () => {
    const counts: Record<string, number> = {};
    // Upload attempts are counted even when they fail (U-07).
    const attempts = 'kinmel_catalog.uploads';
    for (const database of ['kinmel_catalog', 'kinmel_order']) {
      const { db } = connection.useDb(database);
      // Collections of the server itself.
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
    const before = await readCountsAndVersions();
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
    const type = (value: string) => ({ 'Content-Type': value });
    const productCases: [name: string, status: number[], body: unknown, headers?: Record<string, string>][] =
      [
        ['bad JSON', [400], `{"password":"${password}",`],
        ['JSON that is no object', [400], '[1]'],
        ['empty body', [400], ''],
        [
          'form instead of JSON',
          [400, 415],
          `name=x&password=${password}`,
          type('application/x-www-form-urlencoded'),
        ],
        ['XML instead of JSON', [400, 415], '<a/>', type('application/xml')],
        ['JSON declared as text', [400, 415], product, type('text/plain')],
        ['unknown charset', [400, 415], product, type('application/json; charset=klingon')],
        ['unknown coding', [400, 415], product, { ...json, 'Content-Encoding': 'zip' }],
        ['operator as name', [400], { ...product, name: { $gt: '' } }],
        ['operator as price', [400], { ...product, price: { $inc: 1 } }],
        ['unknown category', [400], { ...product, category: 'toasters' }],
        ['negative price', [400], { ...product, price: -1 }],
        ['body of 200 kB', [413], { ...product, description: 'x'.repeat(200 * 1024) }],
      ];
    const uploadCases: [name: string, status: number[], body: unknown, headers?: Record<string, string>][] = [
      ['upload without a file', [400], '--x--\r\n', boundary],
      ['upload of JSON', [400, 415], { image: 'x' }],
      ['upload of a text', [400, 415], filePart('no picture'), boundary],
      [
        'upload of SVG',
        [400, 415],
        filePart('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'),
        boundary,
      ],
      [
        'half an upload',
        [400],
        '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n',
        boundary,
      ],
    ];
    const post = (headers: Record<string, string>, body: unknown = product): RawRequest => ({
      method: 'POST',
      headers: { ...json, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const change = { ...write({ price: 5 }), method: 'PUT' };
    const cases: Case[] = [
      ...productCases.map(([name, status, ...sent]): Case => [name, status, '/api/products', write(...sent)]),
      ...uploadCases.map(([name, status, ...sent]): Case => [name, status, '/api/upload', write(...sent)]),
      ['bad JSON without a token', [400, 401], '/api/products', post({}, `{"password":"${password}"`)],
      ['change of an unknown product', 404, `/api/products/${unknownId}`, change],
      ['change of a malformed id', 400, '/api/products/x', change],
      [
        'removal of an unknown product',
        404,
        `/api/products/${unknownId}`,
        { method: 'DELETE', headers: admin },
      ],
      [
        'a large Content-Length without a body',
        413,
        '/api/products',
        { method: 'POST', headers: { ...admin, ...json, 'Content-Length': '999999999' } },
      ],
      [
        'a write without a token',
        401,
        '/api/products',
        post({ Cookie: `refreshToken=${refreshToken}; session=${cookie}` }, { ...product, password }),
      ],
      ['an invalid token', 401, '/api/products', post({ Authorization: `Bearer ${token}` })],
      [
        'identity headers from outside',
        401,
        '/api/products',
        post({ 'X-User-Id': 'admin-1', 'X-User-Role': 'admin' }),
      ],
      ['a secret in the address', 400, `/api/products?password=${password}&token=${token}`],
    ];
    for (const refusal of cases) await expectRefused(refusal);
    expect(await readCountsAndVersions()).toEqual(before);
  } finally {
    await connection.close();
  }
});

test('refuses paths that leave the folders of pictures and remotes', async () => {
  const { folders } = await stackState();
  expect(folders.remotes).toContain('remotes');
  const spellings = [
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
    for (const spelling of spellings) {
      await expectRefused([folder + spelling, [400, 404], folder + spelling]);
    }
  }
  await expectRefused(['the description of a build', 404, `/remotes/mfe-catalog/x/version.json`]);
  await expectRefused(['absolute target', [400, 404], 'http://169.254.169.254/latest/']);
});
