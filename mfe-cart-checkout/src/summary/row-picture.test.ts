import { rowPicture } from './row-picture.ts';

it('has smaller sizes of a stored picture (CART-01)', () => {
  expect(rowPicture('/uploads/pixel-9-obsidian/640.webp', '72px')).toMatchObject({
    avifSrcSet: expect.stringContaining('/uploads/pixel-9-obsidian/320.avif 320w,') as string,
    src: '/uploads/pixel-9-obsidian/640.webp',
  });
});

it('keeps any other picture, and is absent without one', () => {
  expect(rowPicture('/uploads/legacy.png', '72px')).toEqual({
    src: '/uploads/legacy.png',
    width: 640,
    height: 640,
  });
  expect(rowPicture('', '72px')).toBeUndefined();
});
