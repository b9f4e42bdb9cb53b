import { classNames } from '../class-names.ts';
import classes from './range-input.module.css';

export interface RangeInputProps {
  /** What is bounded, "Price"; the thumbs are named "Price from" and "Price to". */
  label: string;
  min: number;
  max: number;
  step?: number | undefined;
  value: readonly [from: number, to: number];
  /** Called for every movement; the two values never cross. */
  onChange: (value: [from: number, to: number]) => void;
  /** Called once when a thumb is let go or a key comes up: the moment to ask a server. */
  onCommit?: ((value: [from: number, to: number]) => void) | undefined;
  /** How a value is said to a reader, "NPR 50,000". */
  format?: ((value: number) => string) | undefined;
  className?: string | undefined;
}

/** A range with two thumbs, made of two platform sliders so that keys, touch and readers work as everywhere. */
export function RangeInput(props: RangeInputProps) {
  const { label, min, max, step = 1, value, onChange, onCommit, format, className } = props;
  const [from, to] = value;
  const share = (amount: number) => `${max > min ? ((amount - min) / (max - min)) * 100 : 0}%`;
  const commit = () => onCommit?.([from, to]);
  const common = {
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
      {/* A drawing: in HTML that a server made the pages' policy forbids a `style`. */}
      <svg className={classes.chosen} aria-hidden="true">
        <rect x={share(from)} width={share(min + to - from)} height="100%" />
      </svg>
      <input
        {...common}
        type="range"
        aria-label={`${label} from`}
        aria-valuetext={format?.(from)}
        value={from}
        onChange={(event) => onChange([Math.min(event.currentTarget.valueAsNumber, to), to])}
      />
      <input
        {...common}
        type="range"
        aria-label={`${label} to`}
        aria-valuetext={format?.(to)}
        value={to}
        onChange={(event) => onChange([from, Math.max(event.currentTarget.valueAsNumber, from)])}
      />
    </div>
  );
}
