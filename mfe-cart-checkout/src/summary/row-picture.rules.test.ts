import { rowPicture } from './row-picture.rules.ts';

it('offers the smaller files beside a stored picture (CART-01)', () => {
  expect(rowPicture('/uploads/pixel-9-obsidian/640.webp')).toMatchObject({
    avifSrcSet: '/uploads/pixel-9-obsidian/320.avif 320w, /uploads/pixel-9-obsidian/640.avif 640w',
    src: '/uploads/pixel-9-obsidian/640.webp',
  });
});

it('shows any other picture as it is, and none where there is none', () => {
  expect(rowPicture('/uploads/legacy.png')).toMatchObject({ avifSrcSet: '', src: '/uploads/legacy.png' });
  expect(rowPicture('')).toBeUndefined();
});
