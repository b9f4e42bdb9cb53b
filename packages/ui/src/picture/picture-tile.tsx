import { type ReactNode, useCallback, useState } from 'react';
import { classNames } from '../class-names.ts';
import missingPicture from './image-off.svg';
import classes from './picture-tile.module.css';

/** The addresses of one picture in its sizes, with the size of the largest so that nothing jumps. */
export interface PictureSources {
  avifSrcSet?: string | undefined;
  webpSrcSet?: string | undefined;
  src: string;
  width: number;
  height: number;
}

export interface PictureTileProps {
  /** Undefined when there is no picture. */
  sources: PictureSources | undefined;
  /** Empty where the name stands beside the picture in the same link. */
  alt: string;
  /** How wide the picture is drawn, in the words of the `sizes` attribute. */
  sizes?: string | undefined;
  /** In the first view: fetched at once and before all others. */
  priority?: boolean | undefined;
  /** Not the first, but in the first row: fetched at once. */
  eager?: boolean | undefined;
  /** Bottom left, for a saving flag. */
  flag?: ReactNode;
  /** Pale and grey: cannot be bought now. */
  dimmed?: boolean | undefined;
  /** The dominant colour of a photo with a ground of its own; a cut-out has none. */
  ground?: string | undefined;
  className?: string | undefined;
}

const missingText = 'Product image not available';

/**
 * A square picture on the shop's light tile. It grows a little while it, or an ancestor with `data-tile-host`, is
 * under the pointer. A picture that cannot be had is replaced by one that says so.
 */
export function PictureTile(props: PictureTileProps) {
  const { sources, alt, sizes, priority, eager, flag, dimmed, ground, className } = props;
  const [failed, setFailed] = useState<string>();
  const missing = !sources?.src || failed === sources.src;

  // A picture of the server's HTML may have failed before this code was there to hear of it.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) {
      setFailed(image.getAttribute('src') ?? undefined);
    }
  }, []);

  return (
    <span className={classNames(classes.tile, dimmed && classes.dimmed, ground && classes.photo, className)}>
      {/* A drawing: in HTML that a server made the pages' policy forbids a `style`. */}
      {ground ? <svg className={classes.ground} aria-hidden="true" color={ground} /> : null}
      <span className={classNames(classes.frame, missing && classes.missing)}>
        {missing ? (
          <>
            <img src={missingPicture} alt={missingText} width={32} height={32} />
            <span aria-hidden="true">{missingText}</span>
          </>
        ) : (
          <picture>
            {sources.avifSrcSet ? (
              <source type="image/avif" srcSet={sources.avifSrcSet} sizes={sizes} />
            ) : null}
            {sources.webpSrcSet ? (
              <source type="image/webp" srcSet={sources.webpSrcSet} sizes={sizes} />
            ) : null}
            <img
              ref={check}
              className={classes.picture}
              src={sources.src}
              alt={alt}
              width={sources.width}
              height={sources.height}
              fetchPriority={priority ? 'high' : undefined}
              loading={priority || eager ? 'eager' : 'lazy'}
              decoding={priority ? 'sync' : 'async'}
              onError={() => setFailed(sources.src)}
            />
          </picture>
        )}
      </span>
      {flag ? <span className={classes.flag}>{flag}</span> : null}
    </span>
  );
}
