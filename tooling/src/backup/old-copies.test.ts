import { existsSync } from 'node:fs';
import { testFolder } from '@kinmel/testing/folder';
import { copyNameAt, oldCopies, removeOldCopies } from './old-copies.ts';

const now = new Date('2026-11-29T02:17:00.500Z');
const daysAgo = (days: number) => copyNameAt(new Date(now.getTime() - days * 24 * 60 * 60_000));
const wholeCopy = (days: number) => ({ name: daysAgo(days), isWhole: true });
const partialCopy = (days: number) => ({ name: daysAgo(days), isWhole: false });

describe('old copies', () => {
  it('are those older than the number of days that copies are kept', () => {
    expect(copyNameAt(now)).toBe('2026-11-29T021700Z');
    expect(oldCopies([wholeCopy(0), wholeCopy(13), wholeCopy(15), wholeCopy(40)], 14, now)).toEqual([
      daysAgo(40),
      daysAgo(15),
    ]);
  });

  it('never include the newest complete one, whatever its age', () => {
    expect(oldCopies([wholeCopy(40), wholeCopy(30), partialCopy(0)], 14, now)).toEqual([daysAgo(40)]);
  });

  it('include incomplete ones after a day, so that a running backup is kept', () => {
    expect(oldCopies([wholeCopy(0), partialCopy(0.5), partialCopy(2)], 14, now)).toEqual([daysAgo(2)]);
  });

  it('include no file whose name is not that of a copy', () => {
    expect(oldCopies([{ name: 'lost+found', isWhole: false }, wholeCopy(0)], 0, now)).toEqual([]);
  });
});

describe('a folder of copies', () => {
  const folder = testFolder();

  it('has its old copies removed, and nothing else', async () => {
    folder.write(`copies/${daysAgo(40)}/manifest.json`, '{}');
    folder.write(`copies/${daysAgo(40)}/databases/auth/users.bson.gz`, '');
    folder.write(`copies/${daysAgo(1)}/manifest.json`, '{}');
    folder.write(`copies/${daysAgo(3)}/databases/auth/users.bson.gz`, '');
    folder.write('copies/monday/manifest.json', '{}');
    expect(await removeOldCopies(folder.pathOf('copies'), 14, now)).toEqual([daysAgo(40), daysAgo(3)]);
    expect(existsSync(folder.pathOf(`copies/${daysAgo(40)}`))).toBe(false);
    expect(existsSync(folder.pathOf(`copies/${daysAgo(1)}/manifest.json`))).toBe(true);
    expect(existsSync(folder.pathOf('copies/monday/manifest.json'))).toBe(true);
  });
});
