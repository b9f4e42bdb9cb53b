import { Alert, Button } from '@kinmel/ui';
import classes from './events.module.css';

interface OwnerGapProps {
  service: string;
  /** What is missing without its answer. */
  text: string;
  busy: boolean;
  onRetry: () => void;
}

/** Stands for the part of a service that does not answer; the parts of the others are there. */
export function OwnerGap({ service, text, busy, onRetry }: OwnerGapProps) {
  return (
    <Alert tone="bad" className={classes.gap}>
      <span className={classes.service}>{service}</span> does not answer: {text}{' '}
      <Button look="line" size="small" busy={busy} onClick={onRetry} aria-label={`Retry ${service}`}>
        Retry
      </Button>
    </Alert>
  );
}
