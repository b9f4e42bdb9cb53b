import { RetryAlert } from '../../frame/retry-alert.tsx';
import classes from '../list-box.module.css';
import type { MissingPart } from '../list-declaration.ts';

interface MissingPartsProps {
  missing: readonly MissingPart[];
  /** Text after each failed part. */
  rest: string | undefined;
}

/** The parts of a list that could not be loaded. */
export const MissingParts = ({ missing, rest }: MissingPartsProps) => (
  <div className={classes.gaps}>
    {missing.map(({ owner, part, isFetching, retry }) => (
      <RetryAlert key={owner} part={part} busy={isFetching} onRetry={retry}>
        {part} could not be loaded. {rest}
      </RetryAlert>
    ))}
  </div>
);
