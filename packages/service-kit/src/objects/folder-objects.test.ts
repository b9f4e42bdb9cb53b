import fs, { mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { testFolder } from '@kinmel/testing/folder';
import { openFolderObjects } from './folder-objects.ts';
import { describeObjectStore } from './testing/object-store-suite.ts';

const folder = testFolder();
const open = () => openFolderObjects(folder.pathOf('objects'));

beforeEach(folder.clear);
afterEach(() => jest.restoreAllMocks());

describe('objects in a folder', () => {
  describeObjectStore(open);

  it('are files under their names, and empty folders are removed', async () => {
    const store = await open();
    await store.create('a/b/1', Buffer.from('first'));
    expect(await readdir(folder.pathOf('objects/a/b'))).toEqual(['1']);
    await store.delete('a/b/1');
    expect(await readdir(folder.pathOf('objects'))).toEqual([]);
  });

  it('are not read through symbolic links', async () => {
    const store = await open();
    await symlink('/etc', folder.pathOf('objects/linked'));
    await symlink('/etc/passwd', folder.pathOf('objects/passwd'));
    expect([await store.read('linked/passwd'), await store.read('passwd')]).toEqual([undefined, undefined]);
    expect(await store.list()).toEqual([]);
  });

  it.each(['ENOSPC', 'EDQUOT'])('leave nothing behind when the disk fails with %s (U-07)', async (code) => {
    const store = await open();
    jest.spyOn(fs, 'writeFile').mockImplementationOnce(async (file) => {
      jest.restoreAllMocks();
      await writeFile(file as string, 'half');
      throw Object.assign(new Error(code), { code });
    });
    const storageFull = { code: 'storage-full', status: 507 };
    await expect(store.create('a/1', Buffer.from('first'))).rejects.toMatchObject(storageFull);
    expect(await readdir(folder.pathOf('objects'))).toEqual([]);
    expect(await store.create('a/1', Buffer.from('first'))).toBe(true);
  });

  it('are listed without unfinished ones, and remains of a crash are removed', async () => {
    const store = await open();
    const [fresh, old] = ['.unfinished-1', '.unfinished-2'].map((name) => folder.pathOf('objects', name));
    for (const file of [fresh, old]) await writeFile(file as string, 'half');
    await mkdir(folder.pathOf('objects/.unfinished-3'));
    for (const file of [String(old), folder.pathOf('objects/.unfinished-3')]) await utimes(file, 0, 0);
    expect(await store.list()).toEqual([]);
    expect(await readdir(folder.pathOf('objects'))).toEqual(['.unfinished-1']);
  });

  it('are not removed while they are written, by an instance whose clock is an hour ahead', async () => {
    const store = await open();
    await writeFile(folder.pathOf('objects', '.unfinished-1'), 'half');
    const inAnHour = Date.now() + 3_600_000;
    jest.spyOn(Date, 'now').mockReturnValue(inAnHour);
    expect(await store.list()).toEqual([]);
    expect(await readdir(folder.pathOf('objects'))).toEqual(['.unfinished-1']);
  });

  it('are removed although another unfinished one may not be', async () => {
    const store = await open();
    const files = ['.unfinished-1', '.unfinished-2'].map((name) => folder.pathOf('objects', name));
    for (const file of files) {
      await writeFile(file, 'half');
      await utimes(file, 0, 0);
    }
    jest.spyOn(fs, 'rm').mockRejectedValueOnce(Object.assign(new Error('not allowed'), { code: 'EPERM' }));
    expect(await store.list()).toEqual([]);
    expect(await readdir(folder.pathOf('objects'))).toHaveLength(1);
  });

  it('are refused when their unfinished file was removed', async () => {
    const store = await open();
    jest.spyOn(fs, 'link').mockImplementationOnce(async (file) => {
      await fs.rm(file);
      throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    });
    await expect(store.create('a/1', Buffer.from('first'))).rejects.toThrow('no such file');
    expect(await store.list()).toEqual([]);
  });

  it('are listed while another instance finishes or removes one', async () => {
    const store = await open();
    await store.create('a/1', Buffer.from('first'));
    await store.create('a/2', Buffer.from('second'));
    const originalStat = fs.stat;
    jest.spyOn(fs, 'stat').mockImplementationOnce(async (file) => {
      await store.delete('a/1');
      return originalStat(file);
    });
    expect((await store.list()).map(({ name }) => name)).toEqual(['a/2']);
  });
});
