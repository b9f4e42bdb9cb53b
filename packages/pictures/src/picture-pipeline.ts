import { createHash } from 'node:crypto';
import { type Picture, pictureWidths } from '@kinmel/contracts';
import {
  type AcceptedPictures,
  type DecodedPicture,
  decodePicture,
  fitInside,
  limitConcurrency,
} from './decode-picture.ts';
import { dominantColor, hasTransparentPixel } from './picture-colors.rules.ts';

const shopPictures: AcceptedPictures = {
  types: new Set(['image/jpeg', 'image/png', 'image/apng', 'image/gif', 'image/webp']),
  refusal: 'Selected file is not an image.',
};

/** Increased when the pipeline changes its output, so that new files get new names. */
const pipelineVersion = 1;

/** Limits the height of very tall pictures; every picture tile is square. */
const maxHeightFactor = 2;

/** More effort makes files 5 % smaller and takes three times as long; an upload waits for this. */
const effort = { avif: 1, webp: 2 } as const;

export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

export interface PictureFile {
  readonly name: `${(typeof pictureWidths)[number]}.${PictureFormat}`;
  readonly bytes: Buffer;
}

export type PictureDescription = Omit<Picture, 'alt'>;

export interface ProcessedPicture {
  readonly description: PictureDescription;
  readonly files: readonly PictureFile[];
}

/** Picture id: a hash of the content, so that the same original is stored once and files are immutable. */
export function pictureIdOf(original: Buffer): string {
  return createHash('sha256')
    .update(`picture-${pipelineVersion}:`)
    .update(original)
    .digest('hex')
    .slice(0, 32);
}

const largestWidth = Math.max(...pictureWidths);

async function describe(id: string, decoded: DecodedPicture): Promise<PictureDescription> {
  const { data, info } = await decoded
    .newPipeline()
    .resize(fitInside(48))
    .ensureAlpha()
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const hasAlphaChannel = decoded.info.channels === 4 || decoded.info.channels === 2;
  return {
    id,
    width: decoded.info.width,
    height: decoded.info.height,
    dominantColor: dominantColor(data),
    hasTransparency:
      info.channels === 4 && hasAlphaChannel && hasTransparentPixel(decoded.data, decoded.info.channels),
  };
}

const fileNames = pictureWidths.flatMap((width) =>
  pictureFormats.map((format) => ({ width, format, name: `${width}.${format}` as const })),
);

export const pictureFileNames: readonly PictureFile['name'][] = fileNames.map(({ name }) => name);

/** The first file to be made; it is served in place of the others until they exist. */
export const firstFileName = `${largestWidth}.webp` as PictureFile['name'];

/**
 * Converts an upload to the shop's files: AVIF (quality 50) and WebP (quality 74) at each of the three widths. Rejects
 * with the specified texts: 415 for files in none of the four formats, 400 for too many pixels. A picture smaller than
 * a width is not enlarged; its file of that name holds the original size, so that every URL of the contract exists.
 * @param requestedFiles a subset of the files; the others are made later from the same original
 */
export function processPicture(
  original: Buffer,
  requestedFiles: readonly PictureFile['name'][] = pictureFileNames,
): Promise<ProcessedPicture> {
  return limitConcurrency(async () => {
    const decoded = await decodePicture(
      original,
      shopPictures,
      fitInside(largestWidth, largestWidth * maxHeightFactor),
    );
    const description = await describe(pictureIdOf(original), decoded);
    const files: PictureFile[] = [];
    for (const { width, format, name } of fileNames) {
      if (!requestedFiles.includes(name)) continue;
      const sized = decoded.newPipeline().resize(fitInside(width, width * maxHeightFactor));
      const rendered =
        format === 'avif'
          ? sized.avif({ quality: 50, effort: effort.avif })
          : sized.webp({ quality: 74, effort: effort.webp });
      files.push({ name, bytes: await rendered.toBuffer() });
    }
    return { description, files };
  });
}
