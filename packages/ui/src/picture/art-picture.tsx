import type { Art } from './art.ts';

interface ArtPictureProps {
  art: Art;
  /** The `sizes` attribute. */
  sizes: string;
  /** For the first view: loaded eagerly with high priority. */
  priority?: boolean;
  className?: string | undefined;
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
