import { readPhoto } from './read-photo.ts';

const createImageBitmap = jest.fn();
const drawImage = jest.fn();
const close = jest.fn();

beforeEach(() => {
  Object.assign(globalThis, { createImageBitmap });
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
  jest
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((give, type) => give(new Blob(['pixels'], { type: type ?? '' })));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.clearAllMocks();
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
});

const file = (name: string, type: string, bytes = 5) => new File([new Uint8Array(bytes)], name, { type });
const opens = (width: number, height: number) =>
  createImageBitmap.mockResolvedValue({ width, height, close });

describe('a chosen photo', () => {
  it('of a phone is scaled, turned upright, and named by its new type', async () => {
    opens(5712, 4284);
    const photo = file('IMG_1.JPEG', 'image/jpeg', 9_000_000);
    const { file: sent, problem } = await readPhoto(photo);
    expect(problem).toBeUndefined();
    expect(drawImage).toHaveBeenCalledWith(expect.anything(), 0, 0, 2048, 1536);
    expect(sent).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg' });
    expect(close).toHaveBeenCalled();
  });

  it('is read by the oldest browsers, which reject the option for its orientation', async () => {
    createImageBitmap.mockImplementation(async (_photo, { imageOrientation = 'none' } = {}) => {
      if (imageOrientation !== 'none') throw new TypeError('The provided value is not a valid enum value.');
      return { width: 5712, height: 4284, close };
    });
    expect((await readPhoto(file('IMG_1.jpg', 'image/jpeg', 4_000_000))).problem).toBeUndefined();
    expect(drawImage).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['HEIC', 'image/heic', 'IMG_1.HEIC'],
    ['HEIC without a media type', '', 'IMG_1.heic'],
  ])(
    'that is %s becomes JPEG where the browser can read it, and is refused with an explanation elsewhere',
    async (_what, type, name) => {
      opens(400, 300);
      expect((await readPhoto(file(name, type))).file).toMatchObject({
        name: 'IMG_1.jpg',
        type: 'image/jpeg',
      });
      createImageBitmap.mockRejectedValue(new Error('no'));
      expect((await readPhoto(file(name, type))).problem).toMatch(/cannot read HEIC photos. On an iPhone/);
    },
  );

  it('that keeps transparency stays PNG', async () => {
    opens(4000, 1000);
    expect((await readPhoto(file('a.png', 'image/png', 2_000_000))).file).toMatchObject({
      type: 'image/png',
    });
  });

  it('that is damaged is reported as damaged', async () => {
    createImageBitmap.mockRejectedValue(new Error('no'));
    const torn = new File([new Uint8Array([0xff, 0xd8, 0xff])], 'a.jpg', { type: 'image/jpeg' });
    expect((await readPhoto(torn)).problem).toMatch(/is damaged/);
    expect(await readPhoto(file('page.jpg', 'image/jpeg'))).toEqual({ file: expect.any(File) });
  });

  it.each([
    ['small', 'image/jpeg', 900_000, 2048],
    ['animated', 'image/gif', 2_000_000, 4000],
    ['no picture', 'text/plain', 2_000_000, 4000],
    ['empty', 'image/jpeg', 0, 4000],
  ])('that is %s stays as it is', async (_what, type, bytes, width) => {
    opens(width, 1000);
    const photo = file('a', type, bytes);
    expect(await readPhoto(photo)).toEqual({ file: photo });
  });
});
