import { imageAddress, shownPictures } from './shown-pictures.ts';

it.each([
  ['https://pictures.example/a.png', 'https://pictures.example/a.png'],
  ['/uploads/a/640.webp', '/uploads/a/640.webp'],
  ['uploads/a/640.webp', '/uploads/a/640.webp'],
])(
  'the image %s has the URL %s, of the same origin unless it is absolute (API-36 to API-38)',
  (path, url) => {
    expect(imageAddress(path)).toBe(url);
  },
);

it('a product without an image has no pictures', () => {
  expect(shownPictures({ image: '', pictures: [] })).toEqual([]);
});
