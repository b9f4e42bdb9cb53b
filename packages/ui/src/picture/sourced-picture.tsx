import type { ComponentProps } from 'react';

/** The URLs of one picture by size, with the dimensions of the largest to prevent layout shift. */
export interface PictureSources {
  avifSrcSet?: string | undefined;
  webpSrcSet?: string | undefined;
  src: string;
  width: number;
  height: number;
}

interface SourcedPictureProps extends ComponentProps<'img'> {
  sources: PictureSources;
  /** For the largest picture of the first view: loaded eagerly with high priority. */
  priority?: boolean | undefined;
  /** For the other pictures of the first view: loaded eagerly. */
  eager?: boolean | undefined;
}

/** A picture in each format that its sources have. */
export function SourcedPicture({ sources, sizes, priority, eager, alt, ...native }: SourcedPictureProps) {
  const { avifSrcSet, webpSrcSet, src, width, height } = sources;
  return (
    <picture>
      {avifSrcSet ? <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} /> : null}
      {webpSrcSet ? <source type="image/webp" srcSet={webpSrcSet} sizes={sizes} /> : null}
      <img
        {...native}
        src={src}
        alt={alt}
        width={width}
        height={height}
        fetchPriority={priority ? 'high' : undefined}
        loading={priority || eager ? 'eager' : 'lazy'}
        decoding={priority ? 'sync' : 'async'}
      />
    </picture>
  );
}
