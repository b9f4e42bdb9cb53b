import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { removeLeftData, serversFolder } from './servers-folder.ts';

const gigabyte = 1024 ** 3;
const run = '/work/.kinmel/test';
const nameOf = (pid: number) => `kinmel-test-${userInfo().uid}-${pid}`;

describe('the data of the servers of a run', () => {
  it('is kept in memory where there is room, in a folder of its own for each run', () => {
    const free = { ofFileSystem: 2 * gigabyte, ofMemory: 6 * gigabyte };
    expect(serversFolder(run, free)).toBe(`/dev/shm/${nameOf(process.pid)}`);
  });

  it.each([
    ['there is no file system in memory', { ofFileSystem: 0, ofMemory: 8 * gigabyte }],
    ['that of a container is small', { ofFileSystem: gigabyte / 16, ofMemory: 8 * gigabyte }],
    ['the memory is needed', { ofFileSystem: 4 * gigabyte, ofMemory: 5 * gigabyte }],
  ])('is kept on the disk where %s', (_why, free) => {
    expect(serversFolder(run, free)).toBe(run);
  });

  it('is removed by the next run after a run that was killed, and no other', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinmel-left-'));
    const running = nameOf(process.pid);
    // Above the highest process id on Linux and macOS.
    for (const name of [nameOf(999_999_999), running, 'other'])
      mkdirSync(join(folder, name, 'mongodb'), { recursive: true });
    removeLeftData(folder);
    expect(readdirSync(folder).toSorted()).toEqual([running, 'other']);
    rmSync(folder, { recursive: true });
  });
});
