import {
  type ComponentProps,
  type Dispatch,
  type PointerEvent,
  type SetStateAction,
  useEffect,
  useRef,
} from 'react';
import { type Crop, maxZoom, moveCrop, squareOf, zoomCrop } from './crop.rules.ts';
import classes from './crop-area.module.css';
import { drawSquare } from './picture-pixels.ts';

interface CropAreaProps {
  picture: ImageBitmap;
  crop: Crop;
  onChange: Dispatch<SetStateAction<Crop>>;
}

interface PointerPosition {
  readonly x: number;
  readonly y: number;
}

const distance = ([first, second]: readonly PointerPosition[]) =>
  first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0;

/**
 * Selects the square by dragging and pinching, or by three sliders for keyboard and screen readers. The circle is the
 * visible part. No library, because the Content-Security-Policy forbids the object URLs and injected styles of cropper
 * libraries.
 */
export function CropArea({ picture, crop, onChange }: CropAreaProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointers = useRef(new Map<number, PointerPosition>());
  const { side } = squareOf(picture, crop);

  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, picture, squareOf(picture, crop));
  }, [picture, crop]);

  const startPointer = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture?.(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
  };
  const movePointer = (event: PointerEvent<HTMLCanvasElement>) => {
    const previousPosition = pointers.current.get(event.pointerId);
    if (!previousPosition) return;
    const previousDistance = distance([...pointers.current.values()]);
    const position = { x: event.clientX, y: event.clientY };
    pointers.current.set(event.pointerId, position);
    if (pointers.current.size > 1) {
      const ratio = distance([...pointers.current.values()]) / previousDistance;
      if (Number.isFinite(ratio)) onChange((last) => zoomCrop(picture, last, last.zoom * ratio));
      return;
    }
    const widthInPixels = event.currentTarget.getBoundingClientRect().width || 1;
    onChange((last) => {
      const pixels = squareOf(picture, last).side / widthInPixels;
      return moveCrop(
        picture,
        last,
        (previousPosition.x - position.x) * pixels,
        (previousPosition.y - position.y) * pixels,
      );
    });
  };
  const endPointer = ({ pointerId }: PointerEvent<HTMLCanvasElement>) => {
    pointers.current.delete(pointerId);
  };

  return (
    <div className={`stack gap-16 above-16 ${classes.area}`}>
      <div className={classes.window}>
        <canvas
          ref={canvas}
          width={576}
          height={576}
          className={classes.canvas}
          onPointerDown={startPointer}
          onPointerMove={movePointer}
          onPointerUp={endPointer}
          onPointerCancel={endPointer}
        />
      </div>
      <div className={classes.sliders}>
        <Slider
          label="Zoom"
          min={1}
          max={maxZoom}
          step={0.05}
          value={crop.zoom}
          onValue={(zoom) => onChange((last) => zoomCrop(picture, last, zoom))}
        />
        <Slider
          label="Left or right"
          disabled={picture.width <= side}
          value={crop.x}
          onValue={(x) => onChange((last) => ({ ...last, x }))}
        />
        <Slider
          label="Up or down"
          disabled={picture.height <= side}
          value={crop.y}
          onValue={(y) => onChange((last) => ({ ...last, y }))}
        />
      </div>
    </div>
  );
}

interface SliderProps extends ComponentProps<'input'> {
  label: string;
  value: number;
  onValue: (value: number) => void;
}

function Slider({ label, value, onValue, ...range }: SliderProps) {
  return (
    <label className={`stack gap-12 type-label ${classes.slider}`}>
      {label}
      <input
        min={0}
        max={1}
        step={0.02}
        {...range}
        type="range"
        value={value}
        aria-valuetext={`${Math.round(value * 100)} %`}
        onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}
