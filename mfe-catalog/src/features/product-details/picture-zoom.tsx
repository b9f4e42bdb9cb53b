import { Button, Dialog, upTo } from '@kinmel/ui';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useRef, useState } from 'react';
import type { ShownPicture } from '../../products/picture/shown-pictures.ts';
import classes from './picture-zoom.module.css';

export interface PictureZoomProps {
  /** Name of the product. */
  name: string;
  pictures: readonly ShownPicture[];
  selected: number;
  onSelect: (position: number) => void;
  open: boolean;
  onClose: () => void;
}

/** How far an arrow key moves an enlarged picture, in CSS pixels. */
const arrowStepPx = 80;
const arrows: Readonly<Record<string, readonly [across: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The largest file of a picture, at window width or twice that. Arrow keys change the picture, or move the enlarged
 * one; plus and minus zoom.
 */
export function PictureZoom({ name, pictures, selected, onSelect, open, onClose }: PictureZoomProps) {
  const [isEnlarged, setEnlarged] = useState(false);
  const view = useRef<HTMLDivElement>(null);
  const picture = pictures[selected] ?? pictures[0];

  const step = (offset: number) => {
    setEnlarged(false);
    onSelect((selected + offset + pictures.length) % pictures.length);
  };

  // The listener is added once per opening and calls the latest handler.
  const onKey = useRef<(event: KeyboardEvent) => void>(undefined);
  useEffect(() => {
    onKey.current = (event) => {
      const { key } = event;
      const [across, down] = arrows[key] ?? [0, 0];
      if (isEnlarged && (across !== 0 || down !== 0)) {
        event.preventDefault();
        if (!view.current) return;
        view.current.scrollLeft += across * arrowStepPx;
        view.current.scrollTop += down * arrowStepPx;
      } else if (across !== 0) step(across);
      else if (key === '+' || key === '=') setEnlarged(true);
      else if (key === '-') setEnlarged(false);
    };
  });
  useEffect(() => {
    if (!open) return;
    const listen = (event: KeyboardEvent) => onKey.current?.(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [open]);

  if (!picture) return null;
  const sizes = isEnlarged ? '1200px' : `${upTo('phone')} 92vw, 836px`;
  const { avifSrcSet, webpSrcSet, src, width, height } = picture.sourcesFor(sizes);

  return (
    <Dialog open={open} onClose={onClose} title={name} size="wide">
      <div>
        <div
          ref={view}
          className={classes.window}
          data-twice={isEnlarged}
          {...(isEnlarged ? { role: 'region', 'aria-label': 'Enlarged picture', tabIndex: 0 } : {})}
        >
          <picture>
            {avifSrcSet ? <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} /> : null}
            {webpSrcSet ? <source type="image/webp" srcSet={webpSrcSet} sizes={sizes} /> : null}
            <img
              src={src}
              alt={picture.alt || name}
              width={width}
              height={height}
              className={classes.picture}
            />
          </picture>
        </div>
        <div className={`row gap-12 above-20 ${classes.controls}`}>
          <Button look="line" size="medium" className={classes.size} onClick={() => setEnlarged(!isEnlarged)}>
            {isEnlarged ? <Minus /> : <Plus />}
            <span>{isEnlarged ? 'Zoom out' : 'Zoom in'}</span>
          </Button>
          {pictures.length > 1 ? (
            <>
              <span className={`figures ${classes.position}`} aria-live="polite">
                {`${selected + 1} of ${pictures.length}`}
              </span>
              <Button look="line" size="medium" className={classes.step} onClick={() => step(-1)}>
                <ArrowLeft />
                <span className={classes.word}>Previous</span>
              </Button>
              <Button look="line" size="medium" className={classes.step} onClick={() => step(1)}>
                <span className={classes.word}>Next</span>
                <ArrowRight />
              </Button>
            </>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}
