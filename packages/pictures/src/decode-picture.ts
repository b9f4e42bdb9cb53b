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

/** Limit for phone photos. A baseline JPEG is scaled while it is decoded, so it needs less memory than other files. */
const maxPhotoPixels = 52_000_000;

/** Fits a picture into a box without enlarging it. */
export const fitInside = (width: number, height = width): ResizeOptions => ({
  width,
  height,
  fit: 'inside',
  withoutEnlargement: true,
});

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

let sharpModule: ReturnType<typeof openSharp> | undefined;

/** Limits concurrent picture processing. */
export const limitConcurrency = pLimit(2);

const heicHelp =
  'This is a HEIC photo: on an iPhone, choose Settings, Camera, Formats, Most Compatible, or share it as JPEG.';

const damagedPictureError = (cause: unknown) =>
  new ProblemError(
    'unsupported-type',
    'This picture is damaged and cannot be opened. Please choose another one.',
    undefined,
    { cause },
  );

const notAnImageError = ({ refusal }: AcceptedPictures, cause?: unknown) =>
  new ProblemError('unsupported-type', refusal, undefined, { cause });

async function refuseUnacceptable(
  sharp: Awaited<ReturnType<typeof openSharp>>,
  original: Buffer,
  accepted: AcceptedPictures,
): Promise<void> {
  const type = await fileTypeFromBuffer(original);
  if (type?.mime.startsWith('image/hei'))
    throw new ProblemError('unsupported-type', `${accepted.refusal.replace(/\.$/, '')}. ${heicHelp}`);
  if (!type || !accepted.types.has(type.mime)) throw notAnImageError(accepted);
  let pixels: number;
  let maxPixels = maxPicturePixels;
  try {
    const { width, height, pageHeight, format, isProgressive } = await sharp(original, {
      limitInputPixels: false,
    }).metadata();
    pixels = width * (pageHeight ?? height);
    if (format === 'jpeg' && !isProgressive) maxPixels = maxPhotoPixels;
  } catch (error) {
    throw notAnImageError(accepted, error);
  }
  if (pixels > maxPixels)
    throw new ProblemError('invalid-request', `Image must not have more than ${maxPixels / 1e6} megapixels`);
}

export interface DecodedPicture {
  readonly data: Buffer;
  readonly info: OutputInfo;
  /** Opens a new pipeline over the decoded pixels. */
  readonly newPipeline: () => Sharp;
}

/**
 * Decodes to plain pixels: first frame, upright, sRGB, fitted into a box; metadata is dropped. Rejects with 415 for
 * formats that are not accepted and for damaged files, and with 400 for pictures that are too large.
 */
export async function decodePicture(
  original: Buffer,
  accepted: AcceptedPictures,
  box: ResizeOptions,
): Promise<DecodedPicture> {
  sharpModule ??= openSharp();
  const sharp = await sharpModule;
  await refuseUnacceptable(sharp, original, accepted);
  try {
    const { data, info } = await sharp(original, {
      limitInputPixels: maxPhotoPixels,
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
    const newPipeline = () =>
      sharp(data, { raw: { width, height, channels } }).timeout({ seconds: timeoutSeconds });
    return { data, info, newPipeline };
  } catch (error) {
    throw damagedPictureError(error);
  }
}
