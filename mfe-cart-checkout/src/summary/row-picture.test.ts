import { rowPicture } from './row-picture.ts';

it('offers the smaller files beside a stored picture (CART-01)', () => {
  expect(rowPicture('/uploads/pixel-9-obsidian/640.webp', '72px')).toMatchObject({
    avifSrcSet: expect.stringContaining('/uploads/pixel-9-obsidian/320.avif 320w,') as string,
    src: '/uploads/pixel-9-obsidian/640.webp',
  });
});

it('shows any other picture as it is, and none where there is none', () => {
  expect(rowPicture('/uploads/legacy.png', '72px')).toEqual({
    src: '/uploads/legacy.png',
    width: 640,
    height: 640,
  });
  expect(rowPicture('', '72px')).toBeUndefined();
});
