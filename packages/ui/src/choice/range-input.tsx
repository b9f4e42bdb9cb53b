import { classNames } from '../class-names.ts';
import classes from './range-input.module.css';

export interface RangeInputProps {
  /** What is limited, "Price"; the thumbs are named "Price from" and "Price to". */
  label: string;
  min: number;
  max: number;
  step?: number | undefined;
  value: readonly [from: number, to: number];
  /** Called for every change; the two values never cross. */
  onChange: (value: [from: number, to: number]) => void;
  /** Called once when a thumb or a key is released: the moment to send a request. */
  onCommit?: ((value: [from: number, to: number]) => void) | undefined;
  /** Text of a value for screen readers, "NPR 50,000". */
  format?: ((value: number) => string) | undefined;
  className?: string | undefined;
}

/** A range with two thumbs, built from two native sliders so that keyboard, touch and screen readers work as usual. */
export function RangeInput(props: RangeInputProps) {
  const { label, min, max, step = 1, value, onChange, onCommit, format, className } = props;
  const [from, to] = value;
  const percentOf = (amount: number) => `${max > min ? ((amount - min) / (max - min)) * 100 : 0}%`;
  const commit = () => onCommit?.([from, to]);
  const inputProps = {
    min,
    max,
    step,
    className: classes.thumb,
    onPointerUp: commit,
    onKeyUp: commit,
  } as const;
  return (
    <div className={classNames(classes.range, className)}>
      <span className={classes.track} />
      {/* An SVG, because the Content-Security-Policy forbids inline `style` in server-rendered HTML. */}
      <svg className={classes.chosen} aria-hidden="true">
        <rect x={percentOf(from)} width={percentOf(min + to - from)} height="100%" />
      </svg>
      <input
        {...inputProps}
        type="range"
        aria-label={`${label} from`}
        aria-valuetext={format?.(from)}
        value={from}
        onChange={(event) => onChange([Math.min(event.currentTarget.valueAsNumber, to), to])}
      />
      <input
        {...inputProps}
        type="range"
        aria-label={`${label} to`}
        aria-valuetext={format?.(to)}
        value={to}
        onChange={(event) => onChange([from, Math.max(event.currentTarget.valueAsNumber, from)])}
      />
    </div>
  );
}
