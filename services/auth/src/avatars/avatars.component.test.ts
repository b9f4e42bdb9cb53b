import fs, { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { uploadLimits, userUpdated } from '@kinmel/contracts';
import { sweepPersonalPictures } from '@kinmel/pictures';
import { storedEvents } from '@kinmel/testing';
import sharp from 'sharp';
import request from 'supertest';
import { startTestAuth } from '../testing/test-auth.ts';
import { TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';

// Encoding takes longer on a machine under load.
jest.setTimeout(30_000);

let browser: TestBrowser;
let userId: string;
const auth = useTestAuth();

beforeEach(async () => {
  browser = new TestBrowser(auth);
  userId = (await browser.signUp()).body.user.id;
  for (const id of await storedNames()) await auth.context.avatars.remove(id);
});

const storedNames = () => readdir(auth.avatarsFolder);
const photo = ({ width = 80, height = 60, color = '#3366cc', channels = 3 as 3 | 4 } = {}) =>
  sharp({ create: { width, height, channels, background: color } });
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const upload = (bytes: Buffer, file?: { name?: string; type?: string }, field = 'profileImage') =>
  browser.upload(`/api/users/${userId}/upload-avatar`, field, bytes, file);
const get = (address: string) => request(auth.server).get(address);
const imageOf = async () => (await browser.call('get', `/api/users/${userId}`)).body.data.profileImage;
const folderOf = (profileImage: string) => profileImage.split('/')[3] ?? '';
const edges = [64, 128, 256];
/** Uploads a picture; resolves with its stored files, the smallest first. */
async function filesOf(bytes: Buffer): Promise<Buffer[]> {
  const { body } = await upload(bytes);
  const folder = path.join(auth.avatarsFolder, folderOf(body.profileImage));
  expect(await readdir(folder)).toHaveLength(edges.length);
  return Promise.all(edges.map((edge) => readFile(path.join(folder, `${edge}.webp`))));
}

/** Simulates an upload whose record was not written. */
async function storeFile(id: string): Promise<void> {
  await mkdir(path.join(auth.avatarsFolder, id));
  await writeFile(path.join(auth.avatarsFolder, id, '64.webp'), 'picture');
}

/** Runs the sweep as if these files were stored six minutes ago. */
async function sweepLater(names: readonly string[], avatars = auth.context.avatars): Promise<void> {
  const old = new Date(Date.now() - 6 * 60_000);
  for (const name of names) {
    const entry = path.join(auth.avatarsFolder, name);
    const files = await readdir(entry).catch(() => []);
    for (const file of [entry, ...files.map((each) => path.join(entry, each))]) await utimes(file, old, old);
  }
  const { now, logger, users } = auth.context;
  await sweepPersonalPictures({ pictures: avatars, inUse: (ids) => users.avatarsInUse(ids), now, logger });
}

/** A PNG header with large dimensions and no data. */
function decompressionBomb(edge: number): Buffer {
  const header = Buffer.alloc(17);
  header.write('IHDR');
  header.writeUInt32BE(edge, 4);
  header.writeUInt32BE(edge, 8);
  header.set([8, 0, 0, 0, 0], 12);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(header));
  const chunk = (hex: string) => Buffer.from(hex, 'hex');
  return Buffer.concat([chunk('89504e470d0a1a0a0000000d'), header, checksum, chunk('0000000049444154')]);
}

describe('the limit of avatars', () => {
  it('is per person and hour, with 429 and Retry-After, and nothing stored (U-07, rule AUTH-L6)', async () => {
    const limited = await startTestAuth({
      connection: auth.users.db,
      keysFolder: auth.keysFolder,
      limits: { avatarsPerHour: 2 },
    });
    try {
      const otherPerson = new TestBrowser(limited);
      const otherId = (await otherPerson.signUp({ email: 'pictures@example.com' })).body.user.id;
      const send = async (bytes: Buffer) =>
        otherPerson.upload(`/api/users/${otherId}/upload-avatar`, 'profileImage', bytes);
      const picture = await photo().png().toBuffer();
      expect((await send(picture)).status).toBe(200);
      expect((await send(Buffer.from('<script>'))).status).toBe(415);
      const before = await readdir(limited.avatarsFolder);
      const refused = await send(picture);
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({ success: false, code: 'too-many-requests' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
      expect(await readdir(limited.avatarsFolder)).toEqual(before);
      expect((await upload(picture)).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});

describe('a new avatar', () => {
  it('is answered with a path that serves it (API-14, API-15, ENT-23, ROLE-07)', async () => {
    const { status, body } = await upload(await photo().png().toBuffer());
    expect(status).toBe(200);
    expect(body.profileImage).toMatch(/^\/uploads\/avatars\/[0-9a-f]{32}\/256\.webp$/);
    expect(body.user.profileImage).toBe(body.profileImage);
    expect(await imageOf()).toBe(body.profileImage);
    const served = await get(body.profileImage);
    expect(served.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    expect((await storedEvents(auth.users.db, userId)).at(-1)).toMatchObject({
      type: userUpdated.type,
      data: { profileImage: body.profileImage },
    });
  });

  it.each(['jpeg', 'png', 'gif'] as const)('may be a %s with any name and type (PROF-24)', async (format) => {
    const bytes = await photo().toFormat(format).toBuffer();
    expect((await upload(bytes, { name: 'a.txt', type: 'text/html' })).status).toBe(200);
  });

  it.each([
    [20, 10],
    [900, 300],
    [300, 900],
  ])('is square at 64, 128 and 256 pixels for an original of %i × %i (AUTH-V1)', async (width, height) => {
    const files = await filesOf(await photo({ width, height }).jpeg().toBuffer());
    const sizes = await Promise.all(files.map((file) => sharp(file).metadata()));
    expect(sizes).toMatchObject(edges.map((edge) => ({ format: 'webp', width: edge, height: edge })));
  });

  it('has no metadata and no hidden data, and is the first frame of an animation', async () => {
    const jpeg = await photo()
      .withExif({ IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '27/1 43/1 0/1' } })
      .jpeg()
      .toBuffer();
    const stillFiles = await filesOf(Buffer.concat([jpeg, Buffer.from('<script>POLYGLOT</script>')]));
    for (const file of stillFiles) {
      expect(file.toString('latin1')).not.toMatch(/SECRET|POLYGLOT|Exif/);
      expect((await sharp(file).metadata()).exif).toBeUndefined();
    }
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((color) => photo({ color }).png().toBuffer()),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    const [animatedFile] = await filesOf(gif);
    expect((await sharp(animatedFile).metadata()).pages ?? 1).toBe(1);
    expect((await sharp(animatedFile).stats()).dominant.r).toBeGreaterThan(200);
  });

  it('may have exactly 5242880 bytes, and not one more (PROF-25, CONF-45, AUTH-V1)', async () => {
    const png = await photo().png().toBuffer();
    const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
    const { maxBytes } = uploadLimits.avatar;
    expect(maxBytes).toBe(5_242_880);
    expect((await upload(padded(maxBytes))).status).toBe(200);
    const before = await storedNames();
    const refused = await upload(padded(maxBytes + 1));
    expect([refused.status, refused.body.code]).toEqual([413, 'too-large']);
    expect(refused.body.error).toBe('Image size must be less than 5MB');
    expect(await storedNames()).toEqual(before);
  });

  it('is saved together with a concurrent change of the profile', async () => {
    const [sent, saved] = await Promise.all([
      upload(await photo({ width: 900, height: 900 }).png().toBuffer()),
      browser.call('put', `/api/users/${userId}`, { bio: 'Phones.' }),
    ]);
    expect([sent.status, saved.status]).toEqual([200, 200]);
    const { data } = (await browser.call('get', `/api/users/${userId}`)).body;
    expect(data).toMatchObject({ bio: 'Phones.', profileImage: sent.body.profileImage });
  });
});

describe('a refused upload', () => {
  const notAPicture = 'Please select a valid image file (JPEG, PNG, or GIF)';

  afterEach(async () => {
    expect(await imageOf()).toBe('');
    // No files, not even partial ones.
    expect(await storedNames()).toEqual([]);
  });

  it.each([
    ['HTML named .png', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['nothing', async () => Buffer.alloc(0)],
    ['a GIF by its first bytes only', async () => Buffer.from('GIF89a<script>alert(1)</script>')],
    ['a WebP', () => photo().webp().toBuffer()],
    ['a TIFF', () => photo().tiff().toBuffer()],
  ])('is %s: 415 with the specified text (PROF-24, API-15, CONF-42)', async (_what, make) => {
    const { status, body } = await upload(await make());
    expect([status, body.success, body.error, body.message]).toEqual([415, false, notAPicture, notAPicture]);
  });

  it('is a damaged picture: 415 with a text that says so', async () => {
    const { status, body } = await upload(half(await photo({ width: 400, height: 400 }).jpeg().toBuffer()));
    expect([status, body.error]).toEqual([
      415,
      'This picture is damaged and cannot be opened. Please choose another one.',
    ]);
  });

  it('is a small file that declares 30,000 × 30,000 pixels, within a second', async () => {
    const startedAt = performance.now();
    const { status, body } = await upload(decompressionBomb(30_000));
    expect([status, body.error]).toEqual([400, 'Image must not have more than 24 megapixels']);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });

  it('is any picture when the disk is full: 507 (U-07)', async () => {
    const bytes = await photo().png().toBuffer();
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    const writing = jest.spyOn(fs, 'writeFile').mockRejectedValueOnce(full);
    const answer = await upload(bytes);
    writing.mockRestore();
    expect([answer.status, answer.body.code]).toEqual([507, 'storage-full']);
  });

  it('has no file, or one in another field', async () => {
    const answer = await upload(await photo().png().toBuffer(), {}, 'avatar');
    expect([answer.status, answer.body.success]).toEqual([400, false]);
    const empty = await request(auth.server)
      .post(`/api/users/${userId}/upload-avatar`)
      .set('Authorization', `Bearer ${browser.storage.token}`)
      .field('other', 'x');
    expect([empty.status, empty.body.error]).toEqual([400, notAPicture]);
  });
});

describe('files and records', () => {
  it('match after 20 concurrent uploads of one person: one set of files, the shown one (S-11, I-12, AUTH-V3)', async () => {
    const colors = Array.from({ length: 20 }, (_, index) => `rgb(${index * 10}, 0, 0)`);
    const pictures = await Promise.all(colors.map((color) => photo({ color }).png().toBuffer()));
    const answers = await Promise.all(pictures.map((bytes) => upload(bytes)));
    const shown = await imageOf();
    const statuses = answers.map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    expect(answers.map(({ body }) => body.profileImage)).toContain(shown);
    expect(await storedNames()).toEqual([folderOf(shown)]);
    expect((await get(shown)).status).toBe(200);
  });

  it('match after a crash between storing files and record: the sweep removes unused files only (I-12, AUTH-V4)', async () => {
    const { profileImage } = (await upload(await photo().png().toBuffer())).body;
    const orphan = 'a'.repeat(32);
    const leftover = '.unfinished-upload';
    const fresh = 'c'.repeat(32);
    for (const name of [orphan, fresh]) await storeFile(name);
    await writeFile(path.join(auth.avatarsFolder, leftover), 'half');
    await sweepLater([orphan, leftover, folderOf(profileImage)]);
    expect((await storedNames()).toSorted()).toEqual([fresh, folderOf(profileImage)].toSorted());
  });

  it('match after a sweep that could not remove one of them (I-12, AUTH-V4)', async () => {
    const names = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
    for (const name of names) await storeFile(name);
    const { avatars } = auth.context;
    const [undeletable = ''] = await storedNames();
    const remove = async (id: string) => {
      if (id === undeletable) throw new Error('not allowed');
      await avatars.remove(id);
    };
    await sweepLater(names, { ...avatars, remove });
    expect(await storedNames()).toEqual([undeletable]);
  });

  it('stay unchanged when the record cannot be written (AUTH-V2)', async () => {
    const { profileImage } = (await upload(await photo().png().toBuffer())).body;
    const replace = jest.spyOn(auth.context.users, 'replace').mockRejectedValueOnce(new Error('no database'));
    expect((await upload(await photo({ color: '#00ff00' }).png().toBuffer())).status).toBe(500);
    replace.mockRestore();
    expect(await imageOf()).toBe(profileImage);
    await sweepLater(await storedNames());
    expect(await storedNames()).toEqual([folderOf(profileImage)]);
  });

  it('match when the record was written and the answer of the database was lost (I-12, AUTH-V2)', async () => {
    const { users } = auth.context;
    const replace = users.replace.bind(users);
    await upload(await photo().png().toBuffer());
    jest.spyOn(users, 'replace').mockImplementationOnce(async (...change) => {
      await replace(...change);
      throw new Error('the connection broke');
    });
    expect((await upload(await photo({ color: '#00ff00' }).png().toBuffer())).status).toBe(500);
    const shown = await imageOf();
    expect((await get(shown)).status).toBe(200);
    await sweepLater(await storedNames());
    expect(await storedNames()).toEqual([folderOf(shown)]);
  });
});

describe('the address of an avatar', () => {
  it.each(['/uploads/avatars/ID/65.webp', '/uploads/avatars/ID%00/64.webp', '/uploads/avatars/LINK/64.webp'])(
    'answers 404 in the error shape for %s',
    async (address) => {
      const { profileImage } = (await upload(await photo().png().toBuffer())).body;
      const link = 'd'.repeat(32);
      await mkdir(path.join(auth.avatarsFolder, link), { recursive: true });
      await symlink('/etc/passwd', path.join(auth.avatarsFolder, link, '64.webp')).catch(() => undefined);
      const answer = await get(address.replaceAll('ID', folderOf(profileImage)).replace('LINK', link));
      expect([400, 404]).toContain(answer.status);
      expect(answer.body).toMatchObject({ success: false, code: expect.any(String) });
      expect(answer.text).not.toContain('root:');
    },
  );
});
