import { ProblemError } from '@kinmel/service-kit';
import { fileTypeFromBuffer } from 'file-type';
import pLimit from 'p-limit';
import sharp, { type OutputInfo, type ResizeOptions, type Sharp } from 'sharp';

/** Which files are taken, by their first bytes and never by a name or a header, and what is said to the others. */
export interface AcceptedPictures {
  readonly types: ReadonlySet<string>;
  readonly refusal: string;
}

/** More is refused before it is decoded: a small file can hold a picture that fills the memory. */
export const maxPicturePixels = 24_000_000;

/** After so many seconds the work on one picture is given up. */
export const timeoutSeconds = 20;

// Whatever the content claims to be: these are the only decoders that may see it. SVG, PDF and the like stay shut.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});
// Two pictures at a time with one thread each; a burst of uploads may not take the processor from the readers.
sharp.concurrency(1);
sharp.cache(false);

/** Every work on a picture waits here for its turn. */
export const atATime = pLimit(2);

const notAnImage = ({ refusal }: AcceptedPictures, cause?: unknown) =>
  new ProblemError('unsupported-type', refusal, undefined, { cause });

async function refuseUnacceptable(original: Buffer, accepted: AcceptedPictures): Promise<void> {
  const type = await fileTypeFromBuffer(original);
  if (!type || !accepted.types.has(type.mime)) throw notAnImage(accepted);
  let pixels: number;
  try {
    const { width, height, pageHeight } = await sharp(original, { limitInputPixels: false }).metadata();
    pixels = width * (pageHeight ?? height);
  } catch (error) {
    throw notAnImage(accepted, error);
  }
  if (pixels > maxPicturePixels) {
    throw new ProblemError('invalid-request', 'Image must not have more than 24 megapixels');
  }
}

export interface Decoded {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

/**
 * Pixels only: first frame, upright, sRGB, fitted into a box. Everything else that the file carried ends here. Rejects with
 * 415 for what is not accepted and 400 for what is too large.
 */
export async function decodePicture(
  original: Buffer,
  accepted: AcceptedPictures,
  box: ResizeOptions,
): Promise<Decoded> {
  await refuseUnacceptable(original, accepted);
  try {
    return await sharp(original, {
      limitInputPixels: maxPicturePixels,
      pages: 1,
      failOn: 'error',
      sequentialRead: true,
    })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .resize(box)
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    throw notAnImage(accepted, error);
  }
}

/** The pixels as the beginning of another picture. */
export const fromPixels = ({ data, info }: Decoded): Sharp =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).timeout({
    seconds: timeoutSeconds,
  });
