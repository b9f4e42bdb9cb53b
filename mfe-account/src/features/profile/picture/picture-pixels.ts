import type { Square } from './crop.rules.ts';

/** Larger than shown anywhere, small enough for a slow connection. */
const maxPixels = 512;

/** Undefined when the file is not a picture. Rotated by its EXIF orientation. */
export async function openPicture(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch {
    return undefined;
  }
}

/** Draws the square over the whole canvas. */
export function drawSquare(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  { left, top, side }: Square,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The square as a file: JPEG stays JPEG, other formats become PNG, which keeps transparency. */
export function cutSquare(picture: ImageBitmap, square: Square, type: string): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.min(maxPixels, Math.round(square.side)));
  canvas.height = canvas.width;
  drawSquare(canvas, picture, square);
  return new Promise((resolve) => {
    canvas.toBlob(
      (blob) => resolve(blob ?? undefined),
      type === 'image/png' || type === 'image/gif' ? 'image/png' : 'image/jpeg',
      0.92,
    );
  });
}
