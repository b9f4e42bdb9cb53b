import { Alert, Button } from '@kinmel/ui';
import type { ReactNode } from 'react';

interface OwnerGapProps {
  /** What is missing, for the name of the button. */
  part: string;
  /** Says so in a sentence. */
  children: ReactNode;
  busy: boolean;
  onRetry: () => void;
  className?: string | undefined;
}

/** Stands for the part of a service that does not answer; the parts of the others are there. */
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
