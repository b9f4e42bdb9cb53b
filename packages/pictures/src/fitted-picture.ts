import { type AcceptedPictures, atATime, decodePicture } from './decode-picture.ts';

/**
 * An uploaded file as one WebP that fits into a square of `maxEdge` pixels, never enlarged: upright, without what a camera wrote into it
 *. Refuses as `processPicture` does.
 */
export function fittedPicture(
  original: Buffer,
  accepted: AcceptedPictures,
  maxEdge: number,
): Promise<Buffer> {
  return atATime(async () => {
    const decoded = await decodePicture(original, accepted, {
      width: maxEdge,
      height: maxEdge,
      fit: 'inside',
      withoutEnlargement: true,
    });
    return decoded.again().webp({ quality: 80, effort: 4 }).toBuffer();
  });
}
