import { OwnerGap } from './owner-gap.tsx';
import classes from './owner-gaps.module.css';
import type { PagesOfOwners } from './pages-of-owners.rules.ts';

interface OwnerGapsProps {
  list: Pick<PagesOfOwners<string, unknown>, 'missing' | 'hasFailed'>;
  /** What is said of the others: "The rest is shown." */
  rest: string;
}

/** The parts of a list that did not come, by name; nothing where none came, which the list says itself. */
export function OwnerGaps({ list: { missing, hasFailed }, rest }: OwnerGapsProps) {
  if (hasFailed) return null;
  return (
    <div className={classes.gaps}>
      {missing.map(({ owner, part, isFetching, retry }) => (
        <OwnerGap key={owner} part={part} busy={isFetching} onRetry={retry}>
          {part} could not be loaded. {rest}
        </OwnerGap>
      ))}
    </div>
  );
}
