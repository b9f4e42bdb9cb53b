import type { ComponentProps } from 'react';

/** A decorative picture. `width` and `height` are those of the largest file, in pixels. */
export interface Art {
  readonly avifSrcSet: string;
  readonly webpSrcSet: string;
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

const srcSet = (files: readonly string[], widths: readonly number[]) =>
  files.map((file, position) => `${file} ${widths[position]}w`).join(', ');

/** A picture with files of these widths, smallest first. It is square by default. */
export function artOf(
  widths: readonly number[],
  avif: readonly string[],
  webp: readonly string[],
  height = widths.at(-1) ?? 0,
): Art {
  const width = widths.at(-1) ?? 0;
  return {
    avifSrcSet: srcSet(avif, widths),
    webpSrcSet: srcSet(webp, widths),
    src: webp[1] ?? '',
    width,
    height,
  };
}

interface ArtPictureProps extends Pick<ComponentProps<'img'>, 'sizes' | 'className'> {
  art: Art;
  /** For the first view: loaded eagerly with high priority. */
  priority?: boolean;
}

/** A decorative picture. */
export function ArtPicture({ art, sizes, priority = false, className }: ArtPictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={art.avifSrcSet} sizes={sizes} />
      <source type="image/webp" srcSet={art.webpSrcSet} sizes={sizes} />
      <img
        src={art.src}
        alt=""
        width={art.width}
        height={art.height}
        fetchPriority={priority ? 'high' : undefined}
        loading={priority ? 'eager' : 'lazy'}
        decoding={priority ? 'sync' : 'async'}
        className={className}
      />
    </picture>
  );
}
