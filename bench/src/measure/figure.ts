/** One row of the table in `docs/performance.md`. */
export interface Figure {
  /** Number of the row in the plan, and its name: `1 product list, hot`. */
  row: string;
  /** What was measured, as a ratio unless `unit` says otherwise. */
  value: number;
  unit:
    | 'times the floor'
    | 'ratio'
    | 'count'
    | 'bytes'
    | 'stages'
    | 'KB'
    | 'ms'
    | 'shift'
    | 'microseconds'
    | 'hashes'
    | 'seconds'
    | 'requests';
  /** The least that is asked for; absent for a figure that is only written down. */
  gate?: number;
  goal?: number;
  /** The more the better, as of a throughput: gate and goal are reached from above. */
  isMoreBetter?: boolean;
  /** Counts are exact and fail a build; times are judged by people. */
  isExact: boolean;
  /** The floor's own figure and the spread, for whoever wants to judge the machine. */
  remark: string;
  isNoisy?: boolean;
}

const reaches = ({ value, isMoreBetter = false }: Figure, bound: number): boolean =>
  isMoreBetter ? value >= bound : value <= bound;

/** What a figure has reached. `no gate`: it misses its goal, and nothing less was promised. */
export function verdictOf(figure: Figure): 'noisy' | 'goal' | 'gate' | 'no gate' | 'missed' {
  if (figure.isNoisy) return 'noisy';
  if (figure.goal !== undefined && reaches(figure, figure.goal)) return 'goal';
  if (figure.gate === undefined) return 'no gate';
  return reaches(figure, figure.gate) ? 'gate' : 'missed';
}

export function lineOf(figure: Figure): string {
  const rounded = figure.value >= 100 ? figure.value.toFixed(0) : figure.value.toFixed(2);
  const bounds = [
    figure.gate === undefined ? '' : `gate ${figure.gate}`,
    figure.goal === undefined ? '' : `goal ${figure.goal}`,
  ];
  return `${figure.row}: ${rounded} ${figure.unit} (${[...bounds.filter(Boolean), figure.remark].join('; ')}) ${verdictOf(figure)}`;
}
