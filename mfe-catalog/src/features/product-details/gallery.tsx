import type { Product } from '@kinmel/contracts';
import { PictureTile, SavingFlag, upTo } from '@kinmel/ui';
import { toast } from '@kinmel/web-kit';
import { type ComponentType, type KeyboardEvent, useRef, useState } from 'react';
import { ProductPicture } from '../../products/picture/product-picture.tsx';
import { shownPictures } from '../../products/picture/shown-pictures.ts';
import classes from './gallery.module.css';
import type { PictureZoomProps } from './picture-zoom.tsx';

/** Width of the large picture; `remote.json` has the same value for its preload. */
export const stageSizes = `${upTo('phone')} 100vw, 630px`;

interface GalleryProps {
  product: Product;
  /** Whole percent; undefined without a saving. */
  savingPercent: number | undefined;
  /** Whether the pictures outside of the stage are rendered too. */
  showsAllPictures: boolean;
}

const indexBefore = (selected: number) => Math.max(0, selected - 1);
const indexAfter = (selected: number, last: number) => Math.min(last, selected + 1);
/** The picture that a key selects. */
const steps: Readonly<Record<string, (selected: number, last: number) => number>> = {
  ArrowLeft: indexBefore,
  ArrowUp: indexBefore,
  ArrowRight: indexAfter,
  ArrowDown: indexAfter,
  Home: () => 0,
  End: (_selected, last) => last,
};

/** Most shoppers never enlarge a picture, so its dialog is a separate chunk. */
const loadZoom = () => import(/* webpackChunkName: "picture-zoom" */ './picture-zoom.tsx');

/** A failure is shown only when the shopper opens the dialog. */
const preloadZoom = () => {
  loadZoom().catch(() => undefined);
};

/** The pictures of a product: swiped on phones, selected by thumbnails on wide screens, enlarged in a dialog. */
export function Gallery({ product, savingPercent, showsAllPictures }: GalleryProps) {
  const pictures = shownPictures(product);
  const [selected, setSelected] = useState(0);
  /**
   * The other pictures are loaded on first interaction: browsers would load them early, as they are next to the first.
   */
  const [hasInteraction, setHasInteraction] = useState(false);
  const [isZoomed, setZoomed] = useState(false);
  const [Zoom, setZoom] = useState<ComponentType<PictureZoomProps>>();
  const track = useRef<HTMLUListElement>(null);
  const thumbs = useRef<HTMLUListElement>(null);
  const flag =
    savingPercent === undefined ? null : (
      <span className={classes.flag}>
        <SavingFlag percent={savingPercent} size="large" />
      </span>
    );

  if (pictures.length === 0) {
    return (
      <div className={`stack gap-16 ${classes.gallery}`} data-single={pictures.length < 2}>
        <div className={classes.stage}>
          <ProductPicture
            product={product}
            alt={product.name}
            sizes={stageSizes}
            priority
            className={classes.tile}
          />
          {flag}
        </div>
      </div>
    );
  }

  const select = (position: number) => {
    setSelected(position);
    const list = track.current;
    if (list) list.scrollLeft = position * list.clientWidth;
  };
  /** Arrow keys, Home and End on the thumbnails select and move the focus. */
  const onThumbKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    const nextIndex = steps[event.key]?.(selected, pictures.length - 1);
    if (nextIndex === undefined) return;
    event.preventDefault();
    select(nextIndex);
    thumbs.current?.querySelectorAll('button')[nextIndex]?.focus();
  };
  const enlarge = async () => {
    try {
      const { PictureZoom } = await loadZoom();
      setZoom(() => PictureZoom);
      setZoomed(true);
    } catch {
      toast.error('The picture could not be enlarged. Please try again.');
    }
  };
  const markInteraction = () => setHasInteraction(true);
  const onScroll = () => {
    markInteraction();
    const list = track.current;
    if (list && list.clientWidth > 0) setSelected(Math.round(list.scrollLeft / list.clientWidth));
  };

  return (
    <div
      className={`stack gap-16 ${classes.gallery}`}
      data-single={pictures.length < 2}
      onPointerEnter={markInteraction}
      onPointerDown={markInteraction}
      onFocus={markInteraction}
    >
      <div className={classes.stage}>
        <ul ref={track} className={classes.track} onScroll={onScroll} aria-label="Pictures">
          {(showsAllPictures ? pictures : pictures.slice(0, 1)).map((picture, position) => (
            <li key={picture.id} className={classes.slide} inert={position !== selected}>
              <button
                type="button"
                className={classes.open}
                aria-label={`Enlarge picture: ${picture.alt || product.name}`}
                onPointerEnter={preloadZoom}
                onFocus={preloadZoom}
                onClick={() => void enlarge()}
              >
                {position === 0 || hasInteraction ? (
                  <PictureTile
                    className={classes.tile}
                    sources={picture.sourcesFor(stageSizes)}
                    sizes={stageSizes}
                    alt={picture.alt}
                    ground={picture.ground}
                    priority={position === 0}
                    dimmed={!product.inStock}
                  />
                ) : null}
              </button>
            </li>
          ))}
        </ul>
        {flag}
      </div>
      {pictures.length > 1 ? (
        <ul ref={thumbs} className={`stack gap-12 ${classes.thumbs}`} aria-label="Choose a picture">
          {pictures.map((picture, position) => (
            <li key={picture.id}>
              <button
                type="button"
                className={classes.thumb}
                aria-label={`Picture ${position + 1} of ${pictures.length}`}
                aria-current={position === selected}
                onClick={() => select(position)}
                onKeyDown={onThumbKey}
              >
                <PictureTile
                  className={classes.thumbTile}
                  sources={picture.sourcesFor('80px')}
                  sizes="80px"
                  alt=""
                  ground={picture.ground}
                />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {Zoom ? (
        <Zoom
          name={product.name}
          pictures={pictures}
          selected={selected}
          onSelect={select}
          open={isZoomed}
          onClose={() => setZoomed(false)}
        />
      ) : null}
    </div>
  );
}
