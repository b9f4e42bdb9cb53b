import type { Product } from '@kinmel/contracts';
import { Button, Dialog } from '@kinmel/ui';
import { pictureSources } from '@kinmel/web-kit';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import { type KeyboardEvent, useState } from 'react';
import classes from './picture-zoom.module.css';

interface PictureZoomProps {
  product: Product;
  selected: number;
  onSelect: (position: number) => void;
  open: boolean;
  onClose: () => void;
}

/** The largest file of a picture, as wide as the window allows or twice that; arrow keys go through the pictures, plus and minus enlarge. */
export function PictureZoom({ product, selected, onSelect, open, onClose }: PictureZoomProps) {
  const [isTwice, setTwice] = useState(false);
  const { pictures } = product;
  const picture = pictures[selected] ?? pictures[0];
  if (!picture) return null;

  const step = (by: number) => {
    setTwice(false);
    onSelect((selected + by + pictures.length) % pictures.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enlarged, the arrow keys move the picture under the window.
    if (!isTwice && event.key === 'ArrowLeft') step(-1);
    else if (!isTwice && event.key === 'ArrowRight') step(1);
    else if (event.key === '+' || event.key === '=') setTwice(true);
    else if (event.key === '-') setTwice(false);
  };
  const sizes = isTwice ? '1200px' : '(max-width: 768px) 92vw, 836px';
  const { avifSrcSet, webpSrcSet, src, width, height } = pictureSources(picture, sizes);

  return (
    <Dialog open={open} onClose={onClose} title={product.name} size="wide">
      <div role="toolbar" aria-label="Picture" onKeyDown={onKeyDown}>
        <div className={classes.window} data-twice={isTwice}>
          <picture>
            <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />
            <source type="image/webp" srcSet={webpSrcSet} sizes={sizes} />
            <img
              src={src}
              alt={picture.alt || product.name}
              width={width}
              height={height}
              className={classes.picture}
            />
          </picture>
        </div>
        <div className={classes.controls}>
          <Button look="line" size="medium" onClick={() => setTwice(!isTwice)}>
            {isTwice ? <Minus aria-hidden="true" /> : <Plus aria-hidden="true" />}
            {isTwice ? 'Zoom out' : 'Zoom in'}
          </Button>
          {pictures.length > 1 ? (
            <>
              <span className={classes.position} role="status">
                {selected + 1} of {pictures.length}
              </span>
              <Button look="line" size="medium" onClick={() => step(-1)}>
                <ArrowLeft aria-hidden="true" />
                Previous
              </Button>
              <Button look="line" size="medium" onClick={() => step(1)}>
                Next
                <ArrowRight aria-hidden="true" />
              </Button>
            </>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}
