import { pictureSources, sourcesOfAddress, storedPictureSources } from './picture-sources.ts';

describe('a picture known by the path of one file (CONF-47)', () => {
  it.each(['/uploads/pixel-9-obsidian/640.webp', '/uploads/pixel-9-obsidian/1200.avif'])(
    'has all sizes: %s',
    (path) => {
      expect(storedPictureSources(path, '80px')).toEqual(
        pictureSources({ id: 'pixel-9-obsidian', width: 1200, height: 1200 }, '80px'),
      );
      expect(storedPictureSources(path, '80px')).toEqual({
        avifSrcSet:
          '/uploads/pixel-9-obsidian/320.avif 320w, /uploads/pixel-9-obsidian/640.avif 640w, /uploads/pixel-9-obsidian/1200.avif 1200w',
        webpSrcSet:
          '/uploads/pixel-9-obsidian/320.webp 320w, /uploads/pixel-9-obsidian/640.webp 640w, /uploads/pixel-9-obsidian/1200.webp 1200w',
        src: '/uploads/pixel-9-obsidian/640.webp',
        sizes: '80px',
        width: 1200,
        height: 1200,
      });
    },
  );

  it.each([
    '',
    '/uploads/legacy.png',
    '/uploads/avatars/ab12/64.webp',
    '/uploads/../secret/640.webp',
    'https://elsewhere.example/uploads/a/640.webp',
  ])('has no sizes when the shop does not store it: "%s"', (path) => {
    expect(storedPictureSources(path, '80px')).toBeUndefined();
  });
});

it.each(['/uploads/pixel-9-obsidian/640.webp', 'https://shop.example/uploads/pixel-9-obsidian/640.webp'])(
  'has smaller sizes of the stored picture %s (CART-01)',
  (address) => {
    expect(sourcesOfAddress(address, '72px')).toMatchObject({
      avifSrcSet: expect.stringContaining('/uploads/pixel-9-obsidian/320.avif 320w,') as string,
      src: '/uploads/pixel-9-obsidian/640.webp',
    });
  },
);

it('returns any other address unchanged, and undefined without an address', () => {
  const src = '/uploads/legacy.png';
  expect(sourcesOfAddress(src, '72px')).toEqual({ src, width: 640, height: 640 });
  expect(sourcesOfAddress('', '72px')).toBeUndefined();
});
