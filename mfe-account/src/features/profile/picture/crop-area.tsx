import { type Dispatch, type PointerEvent, type SetStateAction, useEffect, useRef } from 'react';
import { type Crop, maxZoom, moved, squareOf, zoomed } from './crop.rules.ts';
import classes from './crop-area.module.css';
import { drawSquare } from './picture-pixels.ts';

interface CropAreaProps {
  picture: ImageBitmap;
  crop: Crop;
  onChange: Dispatch<SetStateAction<Crop>>;
}

interface Finger {
  readonly x: number;
  readonly y: number;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const distance = ([first, second]: readonly Finger[]) =>
  first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0;

/**
 * Selects the square by dragging and pinching, or by three sliders for keyboard and screen readers. The circle is the
 * visible part. Own code: the Content-Security-Policy forbids the object URLs and injected styles of cropper libraries.
 */
export function CropArea({ picture, crop, onChange }: CropAreaProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const fingers = useRef(new Map<number, Finger>());
  const { side } = squareOf(picture, crop);

  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, squareOf(picture, crop));
  }, [picture, crop]);

  const hold = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture?.(event.pointerId);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const apart = distance([...fingers.current.values()]);
    const now = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, now);
    if (fingers.current.size > 1) {
      const ratio = distance([...fingers.current.values()]) / apart;
      if (Number.isFinite(ratio)) onChange((last) => zoomed(picture, last, last.zoom * ratio));
      return;
    }
    const shown = event.currentTarget.getBoundingClientRect().width || 1;
    onChange((last) => {
      const pixels = squareOf(picture, last).side / shown;
      return moved(picture, last, (before.x - now.x) * pixels, (before.y - now.y) * pixels);
    });
  };
  const release = ({ pointerId }: PointerEvent<HTMLCanvasElement>) => {
    fingers.current.delete(pointerId);
  };

  return (
    <div className={classes.area}>
      <div className={classes.window}>
        <canvas
          ref={canvas}
          width={576}
          height={576}
          className={classes.canvas}
          onPointerDown={hold}
          onPointerMove={drag}
          onPointerUp={release}
          onPointerCancel={release}
        />
      </div>
      <div className={classes.sliders}>
        <label className={classes.slider}>
          Zoom
          <input
            type="range"
            min={1}
            max={maxZoom}
            step={0.05}
            value={crop.zoom}
            aria-valuetext={percent(crop.zoom)}
            onChange={(event) => {
              const zoom = event.currentTarget.valueAsNumber;
              onChange((last) => zoomed(picture, last, zoom));
            }}
          />
        </label>
        <AxisSlider label="Left or right" axis="x" hasRoom={picture.width > side} {...{ crop, onChange }} />
        <AxisSlider label="Up or down" axis="y" hasRoom={picture.height > side} {...{ crop, onChange }} />
      </div>
    </div>
  );
}

interface AxisSliderProps extends Pick<CropAreaProps, 'crop' | 'onChange'> {
  label: string;
  axis: 'x' | 'y';
  /** False when the square takes the whole width or height. */
  hasRoom: boolean;
}

function AxisSlider({ label, axis, hasRoom, crop, onChange }: AxisSliderProps) {
  return (
    <label className={classes.slider}>
      {label}
      <input
        type="range"
        min={0}
        max={1}
        step={0.02}
        disabled={!hasRoom}
        value={crop[axis]}
        aria-valuetext={percent(crop[axis])}
        onChange={(event) => {
          const share = event.currentTarget.valueAsNumber;
          onChange((last) => ({ ...last, [axis]: share }));
        }}
      />
    </label>
  );
}
