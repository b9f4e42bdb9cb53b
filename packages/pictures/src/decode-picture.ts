import { ProblemError } from '@kinmel/service-kit';
import { fileTypeFromBuffer } from 'file-type';
import pLimit from 'p-limit';
import type { OutputInfo, ResizeOptions, Sharp } from 'sharp';

/** Which files are taken, by their first bytes and never by a name or a header, and what is said to the others. */
export interface AcceptedPictures {
  readonly types: ReadonlySet<string>;
  readonly refusal: string;
}

/** More is refused before it is decoded: a small file can hold a picture that fills the memory. */
export const maxPicturePixels = 24_000_000;

/** After so many seconds the work on one picture is given up. */
export const timeoutSeconds = 20;

/** Loaded with the first picture: a service that was just started answers readers and takes uploads later, if any. */
async function openSharp() {
  const { default: sharp } = await import('sharp');
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
  return sharp;
}

let opened: ReturnType<typeof openSharp> | undefined;

/** Every work on a picture waits here for its turn. */
export const atATime = pLimit(2);

const notAnImage = ({ refusal }: AcceptedPictures, cause?: unknown) =>
  new ProblemError('unsupported-type', refusal, undefined, { cause });

async function refuseUnacceptable(
  sharp: Awaited<ReturnType<typeof openSharp>>,
  original: Buffer,
  accepted: AcceptedPictures,
): Promise<void> {
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
  /** The pixels as the beginning of another picture. */
  readonly again: () => Sharp;
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
  opened ??= openSharp();
  const sharp = await opened;
  await refuseUnacceptable(sharp, original, accepted);
  try {
    const { data, info } = await sharp(original, {
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
    const { width, height, channels } = info;
    const again = () =>
      sharp(data, { raw: { width, height, channels } }).timeout({ seconds: timeoutSeconds });
    return { data, info, again };
  } catch (error) {
    throw notAnImage(accepted, error);
  }
}
