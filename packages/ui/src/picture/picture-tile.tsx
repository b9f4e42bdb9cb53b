import { type ReactNode, useCallback, useState } from 'react';
import { classNames } from '../class-names.ts';
import missingPicture from './image-off.svg';
import classes from './picture-tile.module.css';
import { type PictureSources, SourcedPicture } from './sourced-picture.tsx';

export interface PictureTileProps {
  sources: PictureSources | undefined;
  /** Empty when the name is beside the picture in the same link. */
  alt: string;
  /** The `sizes` attribute. */
  sizes?: string | undefined;
  /** For the largest picture of the first view: loaded eagerly with high priority. */
  priority?: boolean | undefined;
  /** For the other pictures of the first row: loaded eagerly. */
  eager?: boolean | undefined;
  /** Shown at the bottom left, for a saving flag. */
  flag?: ReactNode;
  /** Shows the picture pale and grey, for an unavailable product. */
  dimmed?: boolean | undefined;
  /** The dominant colour of a photo with its own background; cut-outs have none. */
  ground?: string | undefined;
  className?: string | undefined;
}

const missingText = 'Product image not available';

/**
 * A square picture on the shop's light tile. It grows a little while the pointer is over it or over an ancestor with
 * `data-tile-host`. A picture that fails to load is replaced by a placeholder.
 */
export function PictureTile(props: PictureTileProps) {
  const { sources, alt, sizes, priority, eager, flag, dimmed, ground, className } = props;
  const [failedSource, setFailedSource] = useState<string>();
  const isMissing = !sources?.src || failedSource === sources.src;

  // A picture in the server's HTML may have failed before this handler was attached.
  const detectFailure = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) {
      setFailedSource(image.getAttribute('src') ?? undefined);
    }
  }, []);

  return (
    <span className={classNames(classes.tile, dimmed && classes.dimmed, ground && classes.photo, className)}>
      {/* An SVG, because the Content-Security-Policy forbids inline `style` in server-rendered HTML. */}
      {ground ? <svg className={classes.ground} aria-hidden="true" color={ground} /> : null}
      <span className={classNames(classes.frame, isMissing && classes.missing)}>
        {isMissing ? (
          <>
            <img src={missingPicture} alt={missingText} width={32} height={32} />
            <span aria-hidden="true">{missingText}</span>
          </>
        ) : (
          <SourcedPicture
            ref={detectFailure}
            className={classes.picture}
            sources={sources}
            sizes={sizes}
            alt={alt}
            priority={priority}
            eager={eager}
            onError={() => setFailedSource(sources.src)}
          />
        )}
      </span>
      {flag ? <span className={classes.flag}>{flag}</span> : null}
    </span>
  );
}
