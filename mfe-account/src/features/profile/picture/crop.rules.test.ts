import { type Crop, firstCrop, moveCrop, squareOf, zoomCrop } from './crop.rules.ts';

const wide = { width: 1200, height: 800 };

describe('the square of a picture', () => {
  it('is initially as large as possible, in the middle', () => {
    expect(squareOf(wide, firstCrop)).toEqual({ left: 200, top: 0, side: 800 });
    expect(squareOf({ width: 300, height: 300 }, firstCrop)).toEqual({ left: 0, top: 0, side: 300 });
  });

  it('keeps its centre when zoomed', () => {
    expect(squareOf(wide, zoomCrop(wide, firstCrop, 2))).toEqual({ left: 400, top: 200, side: 400 });
  });

  it('moves by pixels, and stops at the edges', () => {
    const close = zoomCrop(wide, firstCrop, 2);
    expect(squareOf(wide, moveCrop(wide, close, 100, -50))).toEqual({ left: 500, top: 150, side: 400 });
    expect(squareOf(wide, moveCrop(wide, close, 9999, -9999))).toEqual({ left: 800, top: 0, side: 400 });
  });

  it('is pushed back inside when it grows at an edge', () => {
    const corner = moveCrop(wide, zoomCrop(wide, firstCrop, 4), 9999, 9999);
    expect(squareOf(wide, zoomCrop(wide, corner, 1))).toEqual({ left: 400, top: 0, side: 800 });
  });

  it.each([
    [0.2, 1],
    [99, 4],
  ])('limits a zoom of %s to %s', (zoom, limit) => {
    expect(zoomCrop(wide, firstCrop, zoom).zoom).toBe(limit);
  });

  it('always stays within the picture', () => {
    let crop: Crop = firstCrop;
    for (let step = 0; step < 500; step += 1) {
      crop = zoomCrop(wide, crop, 1 + ((step * 7) % 31) / 10);
      crop = moveCrop(wide, crop, ((step * 131) % 997) - 500, ((step * 71) % 613) - 300);
      const { left, top, side } = squareOf(wide, crop);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(left + side).toBeLessThanOrEqual(wide.width + 1e-6);
      expect(top + side).toBeLessThanOrEqual(wide.height + 1e-6);
    }
  });
});
