/** In pixels of the picture. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The selected square of a picture. */
export interface Crop {
  /** 1 selects the largest square, 4 a quarter of its width. */
  readonly zoom: number;
  /** Position of the square in its free space: 0 left or top, 1 right or bottom. */
  readonly x: number;
  readonly y: number;
}

export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

export const maxZoom = 4;
/** The largest square in the middle. */
export const firstCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 };

const clamp = (lowest: number, value: number, highest: number) => Math.min(highest, Math.max(lowest, value));
/** Without free space the position is the middle. */
const shareOf = (start: number, room: number) => (room > 0 ? clamp(0, start / room, 1) : 0.5);

const cropAt = ({ width, height }: PictureSize, zoom: number, { left, top, side }: Square): Crop => ({
  zoom,
  x: shareOf(left, width - side),
  y: shareOf(top, height - side),
});

/** The square in pixels of the picture, always within it. */
export function squareOf({ width, height }: PictureSize, { zoom, x, y }: Crop): Square {
  const side = Math.min(width, height) / zoom;
  return { left: x * (width - side), top: y * (height - side), side };
}

/** Zooms around the centre, as far as the edges allow. */
export function zoomCrop(size: PictureSize, crop: Crop, zoom: number): Crop {
  const newZoom = clamp(1, zoom, maxZoom);
  const oldSquare = squareOf(size, crop);
  const side = Math.min(size.width, size.height) / newZoom;
  const shift = (oldSquare.side - side) / 2;
  return cropAt(size, newZoom, { left: oldSquare.left + shift, top: oldSquare.top + shift, side });
}

/** Moves the square by pixels of the picture, up to its edges. */
export function moveCrop(size: PictureSize, crop: Crop, right: number, down: number): Crop {
  const { left, top, side } = squareOf(size, crop);
  return cropAt(size, crop.zoom, { left: left + right, top: top + down, side });
}
