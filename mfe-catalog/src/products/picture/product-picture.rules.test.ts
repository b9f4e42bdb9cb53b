import { imageAddress } from './product-picture.rules.ts';
import { shownPictures } from './shown-pictures.ts';

describe('the URL of an image', () => {
  it('is kept when it is absolute (API-36)', () => {
    expect(imageAddress('https://pictures.example/a.png', 'http://shop.example')).toBe(
      'https://pictures.example/a.png',
    );
  });

  it.each(['/uploads/a/640.webp', 'uploads/a/640.webp'])(
    'is prefixed with the backend for %s (API-36, API-37)',
    (path) => {
      expect(imageAddress(path, 'http://shop.example')).toBe('http://shop.example/uploads/a/640.webp');
    },
  );

  it('is a path of the same origin by default, for products and for uploads (API-37, API-38)', () => {
    expect(imageAddress('uploads/a/640.webp')).toBe('/uploads/a/640.webp');
  });

  it('is absent when the product has no image', () => {
    expect(shownPictures({ image: '', pictures: [] })).toEqual([]);
  });
});
