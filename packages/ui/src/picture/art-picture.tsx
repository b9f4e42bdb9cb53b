import type { ComponentProps } from 'react';
import { SourcedPicture } from './sourced-picture.tsx';

const srcSet = (files: readonly string[], widths: readonly number[]) =>
  files.map((file, position) => `${file} ${widths[position]}w`).join(', ');

/** The sources of a decorative picture with files of these widths, smallest first. It is square by default. */
export const artOf = (
  widths: readonly number[],
  avif: readonly string[],
  webp: readonly string[],
  height = widths.at(-1) ?? 0,
) => ({
  avifSrcSet: srcSet(avif, widths),
  webpSrcSet: srcSet(webp, widths),
  src: webp[1] ?? '',
  width: widths.at(-1) ?? 0,
  height,
});

interface ArtPictureProps extends Pick<ComponentProps<'img'>, 'sizes' | 'className'> {
  art: ReturnType<typeof artOf>;
  /** For the first view: loaded eagerly with high priority. */
  priority?: boolean;
}

/** A decorative picture. */
export const ArtPicture = ({ art, ...picture }: ArtPictureProps) => (
  <SourcedPicture {...picture} sources={art} alt="" />
);
