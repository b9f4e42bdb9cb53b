import { Alert, Button } from '@kinmel/ui';
import type { ReactNode } from 'react';
import classes from '../list-box.module.css';
import type { MissingPart } from '../list-declaration.ts';

interface OwnerGapProps {
  /** What is missing, for the name of the button. */
  part: string;
  children: ReactNode;
  busy: boolean;
  onRetry: () => void;
  className?: string | undefined;
}

/** Stands for the part of a service that does not answer; the parts of the others are shown. */
export function OwnerGap({ part, children, busy, onRetry, className }: OwnerGapProps) {
  return (
    <Alert tone="bad" className={className}>
      {children}{' '}
      <Button look="line" size="small" busy={busy} onClick={onRetry} aria-label={`Retry: ${part}`}>
        Retry
      </Button>
    </Alert>
  );
}

interface OwnerGapsProps {
  missing: readonly MissingPart[];
  /** What is said of the others: "The rest is shown." */
  rest: string | undefined;
}

/** The parts of a list that failed, by name. */
export const OwnerGaps = ({ missing, rest }: OwnerGapsProps) => (
  <div className={classes.gaps}>
    {missing.map(({ owner, part, isFetching, retry }) => (
      <OwnerGap key={owner} part={part} busy={isFetching} onRetry={retry}>
        {part} could not be loaded. {rest}
      </OwnerGap>
    ))}
  </div>
);
