import {
  addedPictures,
  fileError,
  furtherAddresses,
  imageUrlError,
  movedPicture,
  pictureOf,
  pictureOfFile,
} from './form-pictures.rules.ts';

const [a, b, c] = ['/a', '/b', '/c'].map(pictureOf) as [
  ReturnType<typeof pictureOf>,
  ReturnType<typeof pictureOf>,
  ReturnType<typeof pictureOf>,
];
const png = (name: string) => new File(['x'], name, { type: 'image/png' });

it.each([
  ['/c', -1, [a, c, b]],
  ['/a', 1, [b, a, c]],
  ['/a', -1, [a, b, c]],
  ['/c', 1, [a, b, c]],
  ['/elsewhere', 1, [a, b, c]],
])('the picture %s moved by %d stays within the list', (key, by, after) => {
  expect(movedPicture([a, b, c], key, by)).toEqual(after);
});

it('limits a product to eight pictures including the main one', () => {
  const six = ['1', '2', '3', '4', '5', '6'].map((name) => pictureOfFile(png(name)));
  const { pictures, error } = addedPictures(six, [png('7'), png('8')]);
  expect(pictures.map(({ file }) => file?.name)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
  expect(error).toBe('A product has at most 8 pictures.');
});

it.each([
  ['text/plain', 1, 'Selected file is not an image.'],
  ['image/png', 10 * 1024 * 1024 + 1, 'Image file size must be less than 10MB'],
  ['image/png', 10 * 1024 * 1024, undefined],
])('checks a file of type %s with %d bytes (CONF-44, CONF-45)', (type, size, error) => {
  expect(fileError({ type, size } as File)).toBe(error);
});

it.each([
  ['ftp://x/a.png', false],
  ['https://x.example/a.pdf', false],
  ['', false],
  ['https://pictures.example/a.WEBP', true],
  ['/uploads/c0ffee/640.webp', true],
])('accepts the picture address "%s": %s (AEDIT-07)', (url, isRight) => {
  expect(imageUrlError(url, ['/uploads/c0ffee/640.webp']) === undefined).toBe(isRight);
});

it('names each refused file and accepts the others', () => {
  const { pictures, error } = addedPictures(
    [],
    [new File(['x'], 'a.pdf', { type: 'application/pdf' }), png('b.png')],
  );
  expect(pictures).toMatchObject([{ file: { name: 'b.png' } }]);
  expect(error).toBe('a.pdf: Selected file is not an image.');
});

it('accepts the same file twice as two pictures', () => {
  const file = png('a.png');
  const { pictures } = addedPictures([], [file, file]);
  expect(new Set(pictures.map(({ key }) => key)).size).toBe(2);
});

it('excludes the main picture', () => {
  const picture = (id: string) => ({
    id,
    alt: '',
    width: 1,
    height: 1,
    dominantColor: '#ffffff',
    hasTransparency: true,
  });
  const pictures = [picture('aaa'), picture('bbb')];
  expect(furtherAddresses({ image: '/uploads/aaa/640.webp', pictures })).toEqual(['/uploads/bbb/640.webp']);
  expect(furtherAddresses({ image: 'https://x.example/a.png', pictures })).toHaveLength(2);
});
