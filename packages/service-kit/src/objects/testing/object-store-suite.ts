import { setTimeout as pause } from 'node:timers/promises';
import type { ObjectStore } from '../object-store.ts';

const bytes = (text: string) => Buffer.from(text);

/** The guarantees of every implementation. */
export function describeObjectStore(open: () => Promise<ObjectStore>): void {
  let store: ObjectStore;
  const namesOf = async (prefix?: string) => (await store.list(prefix)).map(({ name }) => name);

  beforeEach(async () => {
    store = await open();
    for (const { name } of await store.list()) await store.delete(name);
  });

  it('stores an object under its name, even an empty one', async () => {
    expect(await store.create('a/photo.webp', bytes('photo'))).toBe(true);
    expect(await store.create('empty', bytes(''))).toBe(true);
    expect(await store.read('a/photo.webp')).toEqual(bytes('photo'));
    expect(await store.read('empty')).toEqual(bytes(''));
  });

  it('stores a megabyte of binary data unchanged', async () => {
    const megabyte = Buffer.alloc(1 << 20, Buffer.from([0, 255, 13, 10, 128]));
    await store.create('many', megabyte);
    expect((await store.read('many'))?.equals(megabyte)).toBe(true);
  });

  it('finds no object by a prefix of its name or by another case', async () => {
    await store.create('a/photo.webp', bytes('photo'));
    for (const name of ['a', 'a/photo', 'a/photo.webp2', 'A/photo.webp', 'b/photo.webp', 'a/photo.webp/x'])
      expect([name, await store.read(name)]).toEqual([name, undefined]);
  });

  it('does not overwrite an existing object', async () => {
    await store.create('a/1', bytes('first'));
    expect(await store.create('a/1', bytes('second'))).toBe(false);
    expect(await store.read('a/1')).toEqual(bytes('first'));
  });

  it('lets one of ten writers create a name', async () => {
    const contents = Array.from({ length: 10 }, (_, index) => String(index));
    const isCreated = await Promise.all(contents.map((content) => store.create('claim', bytes(content))));
    expect(isCreated.filter(Boolean)).toHaveLength(1);
    expect(await store.read('claim')).toEqual(bytes(contents[isCreated.indexOf(true)] ?? ''));
  });

  it.each([
    ['in the middle', 2, 4, '234'],
    ['at the end', 8, 9, '89'],
    ['of one byte', 0, 0, '0'],
    ['that is longer than the object', 7, 100, '789'],
    ['past the end', 10, 20, ''],
  ])('reads a range %s', async (_, first, last, expected) => {
    await store.create('digits', bytes('0123456789'));
    expect(String(await store.read('digits', { first, last }))).toBe(expected);
    expect(await store.read('missing', { first, last })).toBeUndefined();
  });

  it('lists by prefix in the order of names, with sizes and times', async () => {
    const before = Date.now();
    for (const name of ['b/2', 'a/1', 'a/10', 'a-b/1', 'a/deep/2']) await store.create(name, bytes(name));
    expect(await namesOf()).toEqual(['a-b/1', 'a/1', 'a/10', 'a/deep/2', 'b/2']);
    expect(await namesOf('a/')).toEqual(['a/1', 'a/10', 'a/deep/2']);
    expect(await namesOf('a/1')).toEqual(['a/1', 'a/10']);
    expect(await namesOf('nothing/here')).toEqual([]);
    const [object] = await store.list('a/10');
    expect(object?.bytes).toBe(4);
    // S3 timestamps have a resolution of one second.
    expect(Math.abs((object?.storedAt.getTime() ?? 0) - before)).toBeLessThan(10_000);
  });

  it('deletes only the named object, and frees its name', async () => {
    await store.create('a/1', bytes('first'));
    await store.create('a/2', bytes('other'));
    await store.delete('a/1');
    await store.delete('a/1');
    await store.delete('never/there');
    expect(await namesOf()).toEqual(['a/2']);
    expect(await store.create('a/1', bytes('second'))).toBe(true);
    expect(await store.read('a/1')).toEqual(bytes('second'));
  });

  it('creates an object while another one in its folder is deleted', async () => {
    for (let round = 0; round < 10; round += 1) {
      await store.create('a/old', bytes('old'));
      const [, isCreated] = await Promise.all([store.delete('a/old'), store.create('a/new', bytes('new'))]);
      expect([isCreated, await namesOf()]).toEqual([true, ['a/new']]);
      await store.delete('a/new');
      await pause(0);
    }
  });

  it.each([
    '',
    '..',
    '../other/1',
    'a/../../b',
    '/etc/passwd',
    'a//b',
    'a/',
    './a',
    'a/.hidden',
    'a\\b',
    'a b',
    'ä',
    'a\0b',
    'a%2e',
    'x'.repeat(701),
  ])('rejects the name %j with a clear message and changes nothing', async (name) => {
    await store.create('a/1', bytes('first'));
    const refusalText = /is not the name of an object: parts of letters/;
    await expect(store.create(name, bytes('x'))).rejects.toThrow(refusalText);
    await expect(store.read(name)).rejects.toThrow(refusalText);
    await expect(store.delete(name)).rejects.toThrow(refusalText);
    if (name !== '' && name !== 'a/') await expect(store.list(name)).rejects.toThrow(refusalText);
    expect(await namesOf()).toEqual(['a/1']);
  });
}
