import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { uploadImage, uploadLimits } from '@kinmel/contracts';
import sharp from 'sharp';
import request from 'supertest';
import { startTestCatalog, type TestCatalog, useTestCatalog } from '../testing/test-catalog.ts';

// These tests take longer on a machine under load.
jest.setTimeout(30_000);

const catalog = useTestCatalog();
const { tokens } = catalog;
const authorization = `Bearer ${tokens.admin()}`;

const photo = (options: { width?: number; height?: number; color?: string; channels?: 3 | 4 } = {}) => {
  const { width = 80, height = 60, color = '#3366cc', channels = 3 } = options;
  return sharp({ create: { width, height, channels, background: color } });
};

const upload = (bytes: Buffer, { name = 'photo.png', type = 'image/png', url = '/api/upload' } = {}) =>
  request(catalog.server)
    .post(url)
    .set('Authorization', authorization)
    .attach('image', bytes, { filename: name, contentType: type });

const storedNames = async () => (await readdir(catalog.uploadsFolder)).toSorted();

async function expectRefused(bytes: Buffer, status: number, message: string) {
  const before = await storedNames();
  const { body } = await upload(bytes).expect(status);
  expect(body).toMatchObject({ success: false, message, error: message });
  expect(await storedNames()).toEqual(before);
}

/** Reads the AVIF size box, as the service disables the AVIF decoder in this process. */
function avifWidth(file: Buffer): number {
  expect(file.subarray(4, 12).toString()).toBe('ftypavif');
  return file.readUInt32BE(file.indexOf('ispe') + 8);
}

/** Random pixels do not compress, so the file size can be chosen. */
async function pngOfAbout(bytes: number): Promise<Buffer> {
  const side = Math.floor(Math.sqrt(bytes / 3));
  const noise = Buffer.alloc(side * side * 3);
  for (let index = 0; index < noise.length; index += 1) noise[index] = (index * 2_654_435_761) >>> 13;
  return sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

describe.each(['/api/upload', '/api/upload/upload'])('POST %s (CONF-48, AAPI-34, AAPI-36)', (url) => {
  it('stores a picture and returns its path under /uploads (AAPI-35, AAPI-37, API-37)', async () => {
    const bytes = await photo({ color: url === '/api/upload' ? '#123456' : '#654321' })
      .png()
      .toBuffer();
    const { body } = await upload(bytes, { url }).expect(201);
    expect(uploadImage.answer.safeParse(body).success).toBe(true);
    expect(body.imageUrl).toBe(`/uploads/${body.picture.id}/640.webp`);
    await request(catalog.server).get(body.imageUrl).expect(200).expect('Content-Type', 'image/webp');
  });
});

describe('accepted uploads (CONF-46)', () => {
  it.each([
    ['JPEG', () => photo().jpeg()],
    ['PNG', () => photo().png()],
    ['GIF', () => photo().gif()],
    ['WebP', () => photo().webp()],
  ])('%s, recognised by content, whatever its name and type (U-02)', async (_, make) => {
    const bytes = await make().toBuffer();
    const { body } = await upload(bytes, { name: 'page.html', type: 'text/html' }).expect(201);
    const dominantColor = expect.stringMatching(/^#[0-9a-f]{6}$/);
    expect(body.picture).toMatchObject({ width: 80, height: 60, dominantColor });
  });

  it("have at most 10485760 bytes; more are refused with the form's text (CONF-44, CONF-45, U-02)", async () => {
    const png = await pngOfAbout(3_000_000);
    const largestFile = Buffer.concat([png, Buffer.alloc(uploadLimits.productImage.maxBytes - png.length)]);
    await upload(largestFile).expect(201);
    const { body } = await upload(Buffer.concat([largestFile, Buffer.alloc(1)])).expect(413);
    expect(body).toMatchObject({ message: 'Image file size must be less than 10MB', code: 'too-large' });
  }, 30_000);

  it.each([
    ['an iPhone since the 15', 5712, 4284],
    ['a phone of 50 megapixels', 8192, 6144],
  ])(
    'are photos as they come from %s',
    async (_what, width, height) => {
      await upload(await photo({ width, height }).jpeg().toBuffer()).expect(201);
    },
    30_000,
  );

  it('have at most 24 megapixels, unless a phone took them', async () => {
    await upload(await photo({ width: 6000, height: 4000 }).png().toBuffer()).expect(201);
    const larger = await photo({ width: 6001, height: 4000 }).png().toBuffer();
    await expectRefused(larger, 400, 'Image must not have more than 24 megapixels');
    const progressive = await photo({ width: 6001, height: 4000 }).jpeg({ progressive: true }).toBuffer();
    await expectRefused(progressive, 400, 'Image must not have more than 24 megapixels');
  }, 30_000);
});

describe('refused uploads', () => {
  const notAnImage = 'Selected file is not an image.';

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['a program', 'MZ\u0090\u0000\u0003'],
    ['PDF', '%PDF-1.7\n1 0 obj'],
    ['text', 'hello'],
    ['nothing', ''],
    ['the first bytes of a PNG only', '\u0089PNG\r\n\u001a\n'],
    ['an ImageMagick vector', 'push graphic-context\nviewbox 0 0 9 9\nfill "url(https://x.example/x.png)"'],
  ])('%s, whatever its declared type (U-02)', async (_, text) => {
    await expectRefused(Buffer.from(text, 'latin1'), 415, notAnImage);
  });

  it.each(['avif', 'tiff'] as const)('%s, which the shop does not accept (CONF-46, U-02)', async (format) => {
    await expectRefused(await photo().toFormat(format).toBuffer(), 415, notAnImage);
  });

  it('are HEIC photos, with advice for iPhones', async () => {
    const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1');
    await expectRefused(
      heic,
      415,
      expect.stringMatching(/^Selected file is not an image\. This is a HEIC photo: on an iPhone/),
    );
  });

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['PPM', 'P3 1 1 255 1 2 3'],
  ])('%s by the decoder too, in case the check of the first bytes fails', async (_, text) => {
    await expect(sharp(Buffer.from(text)).metadata()).rejects.toThrow('unsupported image format');
  });

  it('are damaged pictures: a truncated JPEG, a PNG with wrong data', async () => {
    const jpeg = await photo({ width: 400, height: 400 }).jpeg().toBuffer();
    const png = Buffer.from(await pngOfAbout(30_000)).fill(0xff, 200, 400);
    const text = 'This picture is damaged and cannot be opened. Please choose another one.';
    for (const bytes of [jpeg.subarray(0, jpeg.length / 2), png]) await expectRefused(bytes, 415, text);
  });

  it('are a missing file and a file in another field, with the text of the edit page', async () => {
    const post = () => request(catalog.server).post('/api/upload').set('Authorization', authorization);
    const { body } = await post().field('other', 'x').expect(400);
    expect(body.message).toBe('Please select an image file to upload.');
    await post()
      .attach('photo', await photo().png().toBuffer(), 'a.png')
      .expect(400);
  });

  it.each([
    ['a bad file name', `; filename*=UTF-8''%E0%A4%A`],
    ['8 kB of header', `; filename="${'a'.repeat(20_000)}"`],
  ])('a form with %s: 4xx, and the next upload works (U-05)', async (_, fileName) => {
    const { status } = await request(catalog.server)
      .post('/api/upload')
      .set('Authorization', authorization)
      .set('Content-Type', 'multipart/form-data; boundary=b')
      .send(`--b\r\nContent-Disposition: form-data; name="image"${fileName}\r\n\r\nabc\r\n--b--`);
    expect(Math.floor(status / 100)).toBe(4);
    await upload(await photo({ color: '#0a0b0c' }).png().toBuffer()).expect(201);
  });
});

describe('limits of uploads (CAT-C15, U-07)', () => {
  const colored = (color: string) => photo({ color }).png().toBuffer();
  const send = async (target: TestCatalog, bytes: Buffer) =>
    request(target.server)
      .post('/api/upload')
      .set('Authorization', authorization)
      .attach('image', bytes, 'a.png');

  it('allow 200 files per person and hour, then answer 429 with Retry-After', async () => {
    const limited = await startTestCatalog({ connection: catalog.database.connection, tokens });
    const counts = catalog.database.connection.collection('upload_limits');
    await counts.deleteMany({});
    const first = await colored('#010203');
    for (let count = 0; count < 200; count += 1) expect((await send(limited, first)).status).toBe(201);
    const before = await readdir(limited.uploadsFolder);
    const refused = await send(limited, await colored('#040506'));
    expect([refused.status, refused.body.code]).toEqual([429, 'too-many-requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(await readdir(limited.uploadsFolder)).toEqual(before);
    await counts.updateMany({}, { $set: { expire: new Date(0) } });
    expect((await send(limited, first)).status).toBe(201);
    await limited.stop();
  });

  it('of disk space answer 507 without leaving a file, and stored pictures can still be uploaded', async () => {
    const small = await startTestCatalog({
      connection: catalog.database.connection,
      tokens,
      uploadsMaxBytes: 9_000,
    });
    const first = await colored('#0d0e0f');
    expect((await send(small, first)).status).toBe(201);
    const before = await readdir(small.uploadsFolder);
    let refused = await send(small, await colored('#101112'));
    for (let count = 0; refused.status === 201 && count < 20; count += 1)
      refused = await send(small, await colored(`#20${10 + count}30`));
    expect([refused.status, refused.body.code]).toEqual([507, 'storage-full']);
    const after = await readdir(small.uploadsFolder);
    expect(after.filter((name) => name.startsWith('.'))).toEqual([]);
    expect(after).toEqual(expect.arrayContaining(before));
    expect((await send(small, first)).status).toBe(201);
    await small.stop();
  });
});

describe('stored files', () => {
  const filesOf = async (id: string) => (await readdir(path.join(catalog.uploadsFolder, id))).toSorted();
  const fileOf = (id: string, name: string) => readFile(path.join(catalog.uploadsFolder, id, name));

  it('are AVIF and WebP at 320, 640 and 1200 pixels, with the data that pages need', async () => {
    const { body } = await upload(
      await photo({ width: 2400, height: 1800, color: '#00aa55' }).jpeg().toBuffer(),
    ).expect(201);
    const { id } = body.picture;
    expect(body.picture).toMatchObject({ width: 1200, height: 900, hasTransparency: false });
    expect(await filesOf(id)).toEqual([
      '1200.avif',
      '1200.webp',
      '320.avif',
      '320.webp',
      '640.avif',
      '640.webp',
      'picture.json',
    ]);
    for (const width of [320, 640, 1200]) {
      expect(await sharp(await fileOf(id, `${width}.webp`)).metadata()).toMatchObject({
        format: 'webp',
        width,
      });
      expect(avifWidth(await fileOf(id, `${width}.avif`))).toBe(width);
    }
  });

  it('of a small picture keep its size at every address', async () => {
    const { body } = await upload(await photo({ width: 99, height: 50 }).png().toBuffer()).expect(201);
    for (const width of [320, 640, 1200])
      expect((await sharp(await fileOf(body.picture.id, `${width}.webp`)).metadata()).width).toBe(99);
    expect(body.picture).toMatchObject({ width: 99, height: 50 });
  });

  it('have the most frequent colour, visible through transparency', async () => {
    const overlay = await photo({ width: 30, height: 30, color: '#c81e1e' }).png().toBuffer();
    const bytes = await sharp({ create: { width: 90, height: 90, channels: 4, background: '#00000000' } })
      .composite([{ input: overlay }])
      .png()
      .toBuffer();
    const { body } = await upload(bytes).expect(201);
    expect(body.picture).toMatchObject({ dominantColor: '#c81e1e', hasTransparency: true });
  });

  it('of an opaque picture with an alpha channel are opaque, and of a rotated one upright', async () => {
    const opaque = await photo({ channels: 4, color: '#ffcc00' }).png().toBuffer();
    expect((await upload(opaque).expect(201)).body.picture.hasTransparency).toBe(false);
    const rotated = await photo({ width: 80, height: 40 }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect((await upload(rotated).expect(201)).body.picture).toMatchObject({ width: 40, height: 80 });
  });

  it('have no metadata and no hidden data: no location, camera or appended script (U-02)', async () => {
    const jpeg = await photo({ color: '#112233' })
      .withExif({
        IFD0: { Copyright: 'SECRET-OWNER', Model: 'SECRET-CAMERA' },
        IFD3: { GPSLatitude: '27/1 43/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    expect(jpeg.includes('SECRET-OWNER')).toBe(true);
    const { body } = await upload(Buffer.concat([jpeg, Buffer.from('<script>POLYGLOT</script>')])).expect(
      201,
    );
    for (const name of await filesOf(body.picture.id)) {
      const file = await fileOf(body.picture.id, name);
      expect(file.toString('latin1')).not.toMatch(/SECRET|Exif|POLYGLOT/);
      if (name.endsWith('.webp')) expect((await sharp(file).metadata()).exif).toBeUndefined();
    }
  });

  it('are the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((color) => photo({ color }).png().toBuffer()),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100], loop: 0 })
      .toBuffer();
    expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(2);
    const { body } = await upload(gif).expect(201);
    expect(body.picture).toMatchObject({ width: 80, height: 60 });
    expect((await sharp(await fileOf(body.picture.id, '320.webp')).metadata()).pages ?? 1).toBe(1);
    expect(body.picture.dominantColor).toMatch(/^#f[0-9a-f]0/);
  });

  it('are shared by equal content, not by equal names (U-06)', async () => {
    const [firstPicture, secondPicture] = await Promise.all(
      ['#010203', '#030201'].map((color) => photo({ color }).png().toBuffer()),
    );
    const ids = [];
    for (const bytes of [firstPicture, firstPicture, secondPicture])
      ids.push(
        (await upload(bytes ?? Buffer.alloc(0), { name: '../../same.png' }).expect(201)).body.picture.id,
      );
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('are complete, also after concurrent uploads of the same picture', async () => {
    const bytes = await photo({ color: '#777123', width: 900, height: 900 }).png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(bytes)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect((await storedNames()).filter((name) => name.startsWith('.'))).toEqual([]);
  }, 20_000);
});

describe('GET /uploads', () => {
  let id: string;
  let outside: string;
  afterAll(() => rm(outside, { recursive: true, force: true }));
  beforeAll(async () => {
    id = (await upload(await photo({ color: '#0f0f0f' }).png().toBuffer()).expect(201)).body.picture.id;
    await writeFile(path.join(catalog.uploadsFolder, 'secret.webp'), 'secret');
    await mkdir(path.join(catalog.uploadsFolder, 'linked-picture'));
    await symlink('/etc/passwd', path.join(catalog.uploadsFolder, 'linked-picture', '640.webp'));
    outside = await mkdtemp(path.join(tmpdir(), 'kinmel-outside-'));
    await writeFile(path.join(outside, '640.webp'), 'secret');
    await symlink(outside, path.join(catalog.uploadsFolder, 'linked-folder'));
  });

  it('serves a file as a picture, cacheable forever (U-09)', async () => {
    const answer = await request(catalog.server).get(`/uploads/${id}/640.avif`).expect(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('answers 304 and HEAD, and refuses other methods', async () => {
    const url = `/uploads/${id}/320.webp`;
    const { headers } = await request(catalog.server).head(url).expect(200);
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
    await request(catalog.server)
      .get(url)
      .set('If-None-Match', headers['etag'] ?? '')
      .expect(304);
    await request(catalog.server).put(url).send('x').expect(404);
    await request(catalog.server).delete(url).expect(404);
  });

  it.each([
    '/uploads/',
    '/uploads/ID/',
    '/uploads/ID/picture.json',
    '/uploads/ID/641.webp',
    '/uploads/ID/640.png',
    '/uploads/ID/640.webp/',
    '/uploads/secret.webp',
    '/uploads/../package.json',
    '/uploads/..%2f..%2fetc%2fpasswd',
    '/uploads/%2e%2e/%2e%2e/etc/passwd',
    '/uploads/ID/..%2f..%2fsecret.webp',
    '/uploads/ID%00/640.webp',
    '/uploads/linked-picture/640.webp',
    '/uploads/linked-folder/640.webp',
    '/uploads/00000000000000000000000000000000/640.webp',
  ])('answers 404 in the error shape for %s (U-08)', async (address) => {
    const answer = await request(catalog.server).get(address.replace('ID', id));
    expect([400, 404]).toContain(answer.status);
    expect(answer.body).toMatchObject({ success: false, code: expect.any(String) });
    expect(answer.text).not.toMatch(/root:|secret/);
  });
});
