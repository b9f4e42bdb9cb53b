import { brotliDecompressSync } from 'node:zlib';
import { acceptsBrotli, hasFreshCopy, makeCachedResponse } from './cached-response.ts';
import { ResponseCache } from './response-cache.ts';

function later<T>() {
  let settle: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

describe('a cached response', () => {
  it('holds the same bytes plain and in brotli', async () => {
    const value = { text: 'mobile '.repeat(500) };
    const answer = await makeCachedResponse(value);
    expect(JSON.parse(answer.bytes.toString())).toEqual(value);
    expect(brotliDecompressSync(answer.brotli ?? Buffer.alloc(0))).toEqual(answer.bytes);
  });

  it.each([1, 100_000])('holds JSON that was finished before as it is (%d characters)', async (length) => {
    const json = Buffer.from(JSON.stringify({ text: 'x'.repeat(length) }));
    const answer = await makeCachedResponse(json);
    expect(answer.bytes).toBe(json);
    if (answer.brotli) expect(brotliDecompressSync(answer.brotli)).toEqual(json);
  });

  it('is not compressed when it is small', async () => {
    expect((await makeCachedResponse({ ok: true })).brotli).toBeUndefined();
  });

  it('has a tag of its content: the same for the same, another for another', async () => {
    const [a, b, c] = await Promise.all([
      makeCachedResponse({ n: 1 }),
      makeCachedResponse({ n: 1 }),
      makeCachedResponse({ n: 2 }),
    ]);
    expect(a.etag).toBe(b.etag);
    expect(a.etag).not.toBe(c.etag);
    expect(a.etag).toMatch(/^"[\w-]+"$/);
  });

  it('knows the copy of a client in either encoding', async () => {
    const answer = await makeCachedResponse({ n: 1 });
    for (const header of [answer.etag, answer.brotliEtag, `W/${answer.etag}`, `"x", ${answer.etag}`, '*']) {
      expect(hasFreshCopy(header, answer)).toBe(true);
    }
    for (const header of [undefined, '', '"x"', answer.etag.slice(0, -2)])
      expect(hasFreshCopy(header, answer)).toBe(false);
  });

  it.each([
    ['gzip, deflate, br', true],
    ['br', true],
    ['br;q=0.5, gzip', true],
    ['gzip, br;q=0', false],
    ['br;q=0.0', false],
    ['gzip', false],
    ['brotli', false],
    ['', false],
    [undefined, false],
  ])('takes "%s" as brotli: %s', (header, expected) => {
    expect(acceptsBrotli(header)).toBe(expected);
  });
});

describe('a response cache', () => {
  it('are made once for all who ask at the same time', async () => {
    const answers = new ResponseCache();
    let makings = 0;
    const make = async () => ({ makings: (makings += 1) });

    const got = await Promise.all([
      answers.get('list', make),
      answers.get('list', make),
      answers.get('list', make),
    ]);

    expect(makings).toBe(1);
    expect(new Set(got).size).toBe(1);
    expect(await answers.get('list', make)).toBe(got[0]);
  });

  it('made before a drop are not kept, nor given to those who ask after it', async () => {
    const answers = new ResponseCache();
    const old = later<object>();
    const fresh = later<object>();
    const first = answers.get('list', () => old.promise);
    answers.drop();
    const second = answers.get('list', () => fresh.promise);
    old.settle({ price: 1 });
    expect(JSON.parse((await first).bytes.toString())).toEqual({ price: 1 });
    fresh.settle({ price: 2 });
    await second;

    const kept = await answers.get('list', async () => ({ price: 3 }));
    expect(JSON.parse(kept.bytes.toString())).toEqual({ price: 2 });
  });

  it('that could not be made are asked for again', async () => {
    const answers = new ResponseCache();
    await expect(answers.get('list', () => Promise.reject(new Error('no database')))).rejects.toThrow(
      'no database',
    );
    await expect(answers.get('list', async () => ({}))).resolves.toBeDefined();
  });

  it('give up the one not asked for the longest, by number', async () => {
    const answers = new ResponseCache({ maxEntries: 2 });
    const made: string[] = [];
    const ask = (key: string) =>
      answers.get(key, async () => {
        made.push(key);
        return key;
      });
    await ask('a');
    await ask('b');
    await ask('a');
    await ask('c');
    await ask('a');
    await ask('b');
    expect(made).toEqual(['a', 'b', 'c', 'b']);
    expect(answers.size).toBe(2);
  });

  it('give up the oldest by bytes, and never keep one that is larger than all room', async () => {
    const answers = new ResponseCache({ maxBytes: 250 });
    await answers.get('a', async () => 'x'.repeat(100));
    await answers.get('b', async () => 'x'.repeat(100));
    await answers.get('c', async () => 'x'.repeat(100));
    expect(answers.size).toBe(2);
    expect(answers.peek('a')).toBeUndefined();
    await answers.get('huge', async () => 'x'.repeat(500));
    expect(answers.peek('huge')).toBeUndefined();
  });
});
