/** A row of the table in `docs/performance.md`. */
export interface Figure {
  /** Number and name of the row: `1 product list, hot`. */
  readonly row: string;
  readonly value: number;
  readonly unit: 'times the floor' | 'ratio' | 'ms' | 'shift' | 'seconds';
  /** Worst accepted value; absent when a figure is only recorded. */
  readonly gate?: number;
  readonly goal?: number;
  /** Higher values are better; by default lower ones are. */
  readonly isHigherBetter?: boolean;
  /** The measured values and their spread. */
  readonly remark: string;
  readonly isNoisy?: boolean;
}

/** `no gate` means that the figure misses its goal and has no gate. */
export function verdictOf(figure: Figure): 'noisy' | 'goal' | 'gate' | 'no gate' | 'missed' {
  const { value, gate, goal, isHigherBetter = false } = figure;
  const reaches = (bound: number) => (isHigherBetter ? value >= bound : value <= bound);
  if (figure.isNoisy) return 'noisy';
  if (goal !== undefined && reaches(goal)) return 'goal';
  if (gate === undefined) return 'no gate';
  return reaches(gate) ? 'gate' : 'missed';
}

const number = (value: number | undefined) =>
  value === undefined ? '' : String(Number(value.toPrecision(3)));

/** The figure as a row of a Markdown table. */
export const lineOf = (figure: Figure): string =>
  `| ${figure.row} | ${number(figure.value)} | ${figure.unit} | ${number(figure.gate)} | ${number(figure.goal)} | ${verdictOf(figure)} | ${figure.remark} |`;

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** Formats numbers for a remark. */
export const formatValues = (values: readonly number[], decimals = 2): string =>
  values.map((value) => value.toFixed(decimals)).join(' ');
