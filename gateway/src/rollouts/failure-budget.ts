/** How many visitors were sent pages with a version, how many of them reported a failure, and from how many networks. */
export interface VisitorFigures {
  readonly visitors: number;
  readonly failing: number;
  readonly networks: number;
}

/** How much may fail before a release is rolled back. All limits must be exceeded. */
export interface FailureBudget {
  /** Fewest failing visitors, and the networks that they come from. */
  readonly visitors: number;
  readonly networks: number;
  /** The share of failing visitors may be at most so many times that of the version before. */
  readonly factor: number;
  /** That share may be at most so many percentage points higher. */
  readonly percent: number;
}

const shareOf = ({ visitors, failing }: VisitorFigures) => (visitors === 0 ? 0 : (100 * failing) / visitors);

const figuresText = (figures: VisitorFigures) =>
  `${figures.failing} of ${figures.visitors} visitors (${shareOf(figures).toFixed(1)} %)`;

const noFigures: VisitorFigures = { visitors: 0, failing: 0, networks: 0 };

/** How many failing visitors of a network count: just enough that the fewest networks can exceed the budget. */
export const failingPerNetwork = ({ visitors, networks }: FailureBudget): number =>
  Math.ceil(visitors / networks);

/** Whether the version before fails so often that a release cannot be compared with it. Pure. */
export const isUnfitForComparison = (budget: FailureBudget, base: VisitorFigures): boolean =>
  isOverBudget(budget, base, noFigures);

/** The figures of a release beside those of the version before, for records and logs. */
export const comparison = (release: VisitorFigures, base: VisitorFigures): string =>
  `${figuresText(release)} in ${release.networks} networks reported failures, of the version before ${figuresText(base)}`;

/** Whether a release fails more often than its budget allows. Pure. */
export function isOverBudget(
  { visitors, networks, factor, percent }: FailureBudget,
  release: VisitorFigures,
  base: VisitorFigures,
): boolean {
  if (release.failing < visitors || release.networks < networks) return false;
  const [share, baseShare] = [shareOf(release), shareOf(base)];
  return share > baseShare * factor && share > baseShare + percent;
}
