import { type ObjectStore, openFolderObjects, ProblemError } from '@kinmel/service-kit';
import { testFolder } from '@kinmel/testing/folder';
import { createPersonalPhotos } from './personal-photos.ts';
import { createPersonalPictures } from './personal-picture-store.ts';
import type { ProcessedPicture } from './picture-pipeline.ts';
import { createPictureStore } from './picture-store.ts';

const folder = testFolder();
let objects: ObjectStore;

beforeEach(async () => {
  folder.clear();
  objects = await openFolderObjects(folder.root);
});
afterEach(() => jest.restoreAllMocks());

const namesOf = async () => (await objects.list()).map(({ name }) => name);
const storageFullError = () => new ProblemError('storage-full');

const picture = (id: string, bytes = 100): ProcessedPicture => ({
  description: { id, width: 10, height: 10, dominantColor: '#ffffff', hasTransparency: false },
  files: [
    { name: '320.webp', bytes: Buffer.alloc(bytes) },
    { name: '640.webp', bytes: Buffer.alloc(bytes) },
  ],
});

describe('pictures of the shop', () => {
  it('are not found before all their files exist, and can be stored again after a full disk (U-07)', async () => {
    const store = createPictureStore(objects);
    const create = objects.create.bind(objects);
    jest.spyOn(objects, 'create').mockImplementation(async (name, bytes) => {
      expect(await store.describe('one')).toBeUndefined();
      if (name === 'one/640.webp') throw storageFullError();
      return create(name, bytes);
    });
    await expect(store.save(picture('one'))).rejects.toMatchObject({ code: 'storage-full', status: 507 });
    expect(await store.describe('one')).toBeUndefined();
    jest.restoreAllMocks();
    await store.save(picture('one'));
    expect(await store.describe('one')).toMatchObject({ id: 'one' });
    expect(await namesOf()).toEqual(['one/320.webp', 'one/640.webp', 'one/picture.json']);
  });

  it('count against the limit when stored earlier, and not when refused (U-07)', async () => {
    await createPictureStore(objects).save(picture('before', 500));
    const store = createPictureStore(objects, { maxBytes: 2500 });
    await expect(store.save(picture('large', 1000))).rejects.toMatchObject({ code: 'storage-full' });
    await store.save(picture('fits', 450));
    await expect(store.save(picture('over', 450))).rejects.toMatchObject({ code: 'storage-full' });
    const ids = new Set((await namesOf()).map((name) => name.split('/')[0]));
    expect([...ids]).toEqual(['before', 'fits']);
  });
});

describe('a picture of one person', () => {
  const id = 'a'.repeat(32);

  it('leaves nothing behind when the disk is full (U-07)', async () => {
    const store = createPersonalPictures(objects, ['owner', 'photo.webp']);
    const create = objects.create.bind(objects);
    jest.spyOn(objects, 'create').mockImplementation(async (name, bytes) => {
      if (name.endsWith('photo.webp')) throw storageFullError();
      return create(name, bytes);
    });
    const files = ['owner', 'photo.webp'].map((name) => ({ name, bytes: Buffer.from(name) }));
    await expect(store.save(id, files)).rejects.toMatchObject({ code: 'storage-full' });
    expect(await namesOf()).toEqual([]);
  });

  it("stores its owner first, so that a customer's photo never counts as one of staff", async () => {
    const photos = createPersonalPhotos(objects);
    const createdNames: string[] = [];
    const create = objects.create.bind(objects);
    jest.spyOn(objects, 'create').mockImplementation(async (name, bytes) => {
      createdNames.push(name.split('/')[1] ?? '');
      return create(name, bytes);
    });
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
    const photoId = await photos.keep(Buffer.from(png, 'base64'), 'someone');
    expect(createdNames).toEqual(['owner', 'photo.webp']);
    expect(await photos.ownerOf(photoId)).toBe('someone');
  });

  it('is listed by age, including the remains of an interrupted save', async () => {
    const store = createPersonalPictures(objects, ['owner', 'photo.webp']);
    await objects.create(`${id}/owner`, Buffer.from('someone'));
    await objects.create('not-a-picture', Buffer.from(''));
    expect(await store.storedBefore(new Date(Date.now() - 60_000))).toEqual([]);
    expect(await store.storedBefore(new Date(Date.now() + 60_000))).toEqual([id]);
    await store.remove(id);
    expect(await namesOf()).toEqual(['not-a-picture']);
  });
});
