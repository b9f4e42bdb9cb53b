import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFolderPictureStore } from './folder-picture-store.ts';
import type { ProcessedPicture } from './picture-pipeline.ts';

let folder: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(tmpdir(), 'kinmel-pictures-'));
});

afterEach(async () => {
  jest.restoreAllMocks();
  await fs.rm(folder, { recursive: true, force: true });
});

const picture = (id: string, bytes = 100): ProcessedPicture => ({
  description: { id, width: 10, height: 10, dominantColor: '#ffffff', hasTransparency: false },
  files: [{ name: '320.webp', bytes: Buffer.alloc(bytes) }],
});

describe('a picture folder', () => {
  it.each(['ENOSPC', 'EDQUOT'])(
    'rejects with 507 and leaves no partial files when the disk fails with %s (U-07)',
    async (code) => {
      const store = await openFolderPictureStore(folder);
      const writing = jest.spyOn(fs, 'writeFile').mockImplementationOnce(async (file) => {
        jest.restoreAllMocks();
        if (typeof file === 'string') await fs.writeFile(file, 'half');
        throw Object.assign(new Error(code), { code });
      });
      await expect(store.save(picture('one'))).rejects.toMatchObject({ code: 'storage-full', status: 507 });
      expect(writing).toHaveBeenCalled();
      expect(await fs.readdir(folder)).toEqual([]);
      await store.save(picture('one'));
      expect(await store.read('one', '320.webp')).toHaveLength(100);
    },
  );

  it('opens while another instance finishes a write', async () => {
    await fs.mkdir(path.join(folder, '.unfinished-old'));
    await fs.utimes(path.join(folder, '.unfinished-old'), 0, 0);
    const look = fs.stat;
    jest.spyOn(fs, 'stat').mockImplementationOnce(async (filePath) => {
      await fs.rm(String(filePath), { recursive: true });
      return look(filePath);
    });
    const store = await openFolderPictureStore(folder);
    await store.save(picture('one'));
    expect(await fs.readdir(folder)).toEqual(['one']);
  });

  it('counts pictures stored before it was opened, and does not count failed saves (U-07)', async () => {
    await (await openFolderPictureStore(folder)).save(picture('before', 1000));
    const store = await openFolderPictureStore(folder, { maxBytes: 2500 });
    await expect(store.save(picture('large', 2000))).rejects.toMatchObject({ code: 'storage-full' });
    await store.save(picture('fits', 900));
    await expect(store.save(picture('over', 900))).rejects.toMatchObject({ code: 'storage-full' });
    expect((await fs.readdir(folder)).toSorted()).toEqual(['before', 'fits']);
  });
});
