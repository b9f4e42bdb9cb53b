import { gunzipSync } from 'node:zlib';
import { type CachedResponse, makeCachedResponse } from './cached-response.ts';

const text = Array.from({ length: 4000 }, (_, index) => `<li>Phone ${index * 7919}</li>`).join('');
const make = (plain: string, dependencies: readonly CachedResponse[] = []) =>
  makeCachedResponse({
    plain: Buffer.from(plain),
    contentType: 'text/html',
    cacheControl: 'no-cache',
    securityHeaders: [],
    dependencies,
  });

describe('a cached response', () => {
  it('is compressed with gzip once, for all clients that accept no brotli', async () => {
    const response = await make(text);
    const { bytes, encoding } = response.bytesFor('gzip');
    expect([gunzipSync(bytes).toString(), encoding]).toEqual([text, 'gzip']);
    for (const accepted of ['gzip', 'deflate, gzip;q=0.5', 'br;q=0, gzip'])
      expect(response.bytesFor(accepted).bytes).toBe(bytes);
  });

  it('reuses its gzip copy when it is refreshed with the same answers', async () => {
    const answer = await make('{}');
    const response = await make(text, [answer]);
    const { bytes } = response.bytesFor('gzip');
    expect(response.refreshedWith([await make('{}')])?.bytesFor('gzip').bytes).toBe(bytes);
  });

  it('counts all that it holds in its size', async () => {
    const response = await make(text);
    const heldBytes = response.bytesFor('br').bytes.length + response.bytesFor('gzip').bytes.length;
    expect(response.size).toBeGreaterThan(heldBytes);
    const small = await make('{}');
    expect(small.bytesFor('gzip')).toEqual({ bytes: Buffer.from('{}') });
  });
});
