import { existsSync } from 'node:fs';
import { testFolder } from '@kinmel/testing/folder';
import { copyNameAt, oldCopies, removeOldCopies } from './old-copies.ts';

const now = new Date('2026-11-29T02:17:00.500Z');
const daysAgo = (days: number) => copyNameAt(new Date(now.getTime() - days * 24 * 60 * 60_000));
const whole = (days: number) => ({ name: daysAgo(days), isWhole: true });
const half = (days: number) => ({ name: daysAgo(days), isWhole: false });

describe('old copies', () => {
  it('are those that were begun more days ago than copies are kept', () => {
    expect(copyNameAt(now)).toBe('2026-11-29T021700Z');
    expect(oldCopies([whole(0), whole(13), whole(15), whole(40)], 14, now)).toEqual([
      daysAgo(40),
      daysAgo(15),
    ]);
  });

  it('never include the newest whole one, however long ago it was begun', () => {
    expect(oldCopies([whole(40), whole(30), half(0)], 14, now)).toEqual([daysAgo(40)]);
  });

  it('include broken-off ones after a day, so that a backup that runs is left alone', () => {
    expect(oldCopies([whole(0), half(0.5), half(2)], 14, now)).toEqual([daysAgo(2)]);
  });

  it('include nothing that is not named as a copy', () => {
    expect(oldCopies([{ name: 'lost+found', isWhole: false }, whole(0)], 0, now)).toEqual([]);
  });
});

describe('a folder of copies', () => {
  const folder = testFolder();

  it('loses its old copies, and nothing else', async () => {
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
