import { type AcceptedPictures, decodePicture, limitConcurrency } from './decode-picture.ts';

export interface SquareFile<Size extends number> {
  readonly size: Size;
  readonly bytes: Buffer;
}

/**
 * Crops the middle of an upload to squares of the given sizes; a smaller original is enlarged, so that every size
 * exists. Rejects as `processPicture` does.
 */
export function squarePicture<Size extends number>(
  original: Buffer,
  accepted: AcceptedPictures,
  sizes: readonly Size[],
): Promise<SquareFile<Size>[]> {
  return limitConcurrency(async () => {
    const largest = Math.max(...sizes);
    const decoded = await decodePicture(original, accepted, {
      width: largest,
      height: largest,
      fit: 'cover',
    });
    const files: SquareFile<Size>[] = [];
    for (const size of sizes) {
      const bytes = await decoded
        .newPipeline()
        .resize(size, size)
        .webp({ quality: 80, effort: 4 })
        .toBuffer();
      files.push({ size, bytes });
    }
    return files;
  });
}
