import { imageAddress } from './product-picture.rules.ts';
import { shownPictures } from './shown-pictures.ts';

describe('the address of an image', () => {
  it('is left alone when it is an http address (API-36)', () => {
    expect(imageAddress('https://pictures.example/a.png', 'http://shop.example')).toBe(
      'https://pictures.example/a.png',
    );
  });

  it.each(['/uploads/a/640.webp', 'uploads/a/640.webp'])(
    'gets the backend before %s (API-36, API-37)',
    (path) => {
      expect(imageAddress(path, 'http://shop.example')).toBe('http://shop.example/uploads/a/640.webp');
    },
  );

  it('is a path of the same origin by default, for products and for uploads (API-37, API-38)', () => {
    expect(imageAddress('uploads/a/640.webp')).toBe('/uploads/a/640.webp');
  });

  it('is none when the product has none', () => {
    expect(shownPictures({ image: '', pictures: [] })).toEqual([]);
  });
});
