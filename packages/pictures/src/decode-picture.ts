import { ProblemError } from '@kinmel/service-kit';
import { fileTypeFromBuffer } from 'file-type';
import pLimit from 'p-limit';
import type { OutputInfo, ResizeOptions, Sharp } from 'sharp';

/** Accepted formats, detected by their first bytes and not by name or header, and the error text for others. */
export interface AcceptedPictures {
  readonly types: ReadonlySet<string>;
  readonly refusal: string;
}

/** Checked before decoding: a small file can expand to a picture that exhausts the memory. */
export const maxPicturePixels = 24_000_000;

/** Time limit for processing one picture. */
export const timeoutSeconds = 20;

/** Loaded with the first picture, so that a service starts faster. */
async function openSharp() {
  const { default: sharp } = await import('sharp');
  // Only these decoders may see an upload, whatever its content claims to be. SVG, PDF and others stay blocked.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  });
  // Two pictures at a time with one thread each, so that a burst of uploads does not starve reads.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

let opened: ReturnType<typeof openSharp> | undefined;

/** Limits concurrent picture processing. */
export const limitConcurrency = pLimit(2);

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
  /** A fresh pipeline over the decoded pixels. */
  readonly again: () => Sharp;
}

/**
 * Decodes to plain pixels: first frame, upright, sRGB, fitted into a box; metadata is dropped. Rejects with 415 for
 * formats that are not accepted and 400 for pictures that are too large.
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
