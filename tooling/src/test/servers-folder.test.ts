import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { removeLeftData, serversFolder } from './servers-folder.ts';

const gigabyte = 1024 ** 3;
const run = '/work/.kinmel/test';
const nameOf = (pid: number) => `kinmel-test-${userInfo().uid}-${pid}`;

describe('the data of the servers of a run', () => {
  it('is kept in memory if there is enough, in a separate folder for each run', () => {
    const free = { ofFileSystem: 2 * gigabyte, ofMemory: 6 * gigabyte };
    expect(serversFolder(run, free)).toBe(`/dev/shm/${nameOf(process.pid)}`);
  });

  it.each([
    ['there is no file system in memory', { ofFileSystem: 0, ofMemory: 8 * gigabyte }],
    ['the one of a container is small', { ofFileSystem: gigabyte / 16, ofMemory: 8 * gigabyte }],
    ['the memory is needed', { ofFileSystem: 4 * gigabyte, ofMemory: 5 * gigabyte }],
  ])('is kept on disk when %s', (_why, free) => {
    expect(serversFolder(run, free)).toBe(run);
  });

  it('of a killed run, and no other, is removed by the next run', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinmel-left-'));
    const runningFolder = nameOf(process.pid);
    // Above the highest process id on Linux and macOS.
    for (const name of [nameOf(999_999_999), runningFolder, 'other'])
      mkdirSync(join(folder, name, 'mongodb'), { recursive: true });
    removeLeftData(folder);
    expect(readdirSync(folder).toSorted()).toEqual([runningFolder, 'other']);
    rmSync(folder, { recursive: true });
  });
});
