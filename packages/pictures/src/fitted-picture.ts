import { type AcceptedPictures, decodePicture, limitConcurrency } from './decode-picture.ts';

/**
 * Converts an upload to one WebP that fits into a square of `maxEdge` pixels: never enlarged, upright, without
 * metadata. Rejects as `processPicture` does.
 */
export function fittedPicture(
  original: Buffer,
  accepted: AcceptedPictures,
  maxEdge: number,
): Promise<Buffer> {
  return limitConcurrency(async () => {
    const decoded = await decodePicture(original, accepted, {
      width: maxEdge,
      height: maxEdge,
      fit: 'inside',
      withoutEnlargement: true,
    });
    return decoded.again().webp({ quality: 80, effort: 4 }).toBuffer();
  });
}
