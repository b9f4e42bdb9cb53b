import type { Art } from './art.ts';

interface ArtPictureProps {
  art: Art;
  /** How wide it is drawn, in the words of the `sizes` attribute. */
  sizes: string;
  /** In the first view: fetched at once and before all others. */
  priority?: boolean;
  className?: string | undefined;
}

/** A picture of the page's own art. It decorates: the words beside it say what matters. */
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
