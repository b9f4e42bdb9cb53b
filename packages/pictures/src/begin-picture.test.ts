import { mkdtemp, readdir, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFolderObjects } from '@kinmel/service-kit';
import sharp from 'sharp';
import { beginPicture, finishPicture, keepPicture } from './keep-picture.ts';
import { pictureFilesHandler } from './picture-files-handler.ts';
import { pictureFileNames } from './picture-pipeline.ts';
import { createPictureStore, type PictureStore } from './picture-store.ts';

let folder: string;
let store: PictureStore;
let original: Buffer;
let server: http.Server;

beforeAll(async () => {
  original = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kinmel-pictures-'));
  store = createPictureStore(await openFolderObjects(folder));
  const handler = pictureFilesHandler(store);
  server = http.createServer((req, res) => {
    void handler(req, res, () => res.writeHead(404).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (address: string) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${address}`);

describe('a picture whose sizes are rendered later', () => {
  it('has its full description from the start', async () => {
    const description = await beginPicture(store, original);
    expect(await store.filesOf(description.id)).toEqual(['1200.webp']);
    const otherStore = createPictureStore(await openFolderObjects(path.join(folder, 'other')));
    expect(await keepPicture(otherStore, original)).toEqual(description);
  });

  it('serves its largest file for the missing ones, uncached, until they exist', async () => {
    const { id } = await beginPicture(store, original);
    const before = await get(`${id}/320.avif`);
    expect(before.status).toBe(200);
    expect(before.headers.get('content-type')).toBe('image/webp');
    expect(before.headers.get('cache-control')).toBe('no-store');
    expect(before.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await before.arrayBuffer())).toEqual(await store.read(id, '1200.webp'));
    expect((await get(`${id}/999.webp`)).status).toBe(404);
    expect((await get('another/320.webp')).status).toBe(404);
    const largest = await store.read(id, '1200.webp');

    await finishPicture(store, original);
    expect((await store.filesOf(id)).toSorted()).toEqual([...pictureFileNames].toSorted());
    expect(await store.read(id, '1200.webp')).toEqual(largest);
    const after = await get(`${id}/320.avif`);
    expect(after.headers.get('content-type')).toBe('image/avif');
    expect(after.headers.get('cache-control')).toContain('immutable');
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('is not processed again once complete', async () => {
    const { id } = await keepPicture(store, original);
    const addSpy = jest.spyOn(store, 'add');
    await finishPicture(store, original);
    expect(await beginPicture(store, original)).toMatchObject({ id });
    expect(addSpy).not.toHaveBeenCalled();
  });
});
