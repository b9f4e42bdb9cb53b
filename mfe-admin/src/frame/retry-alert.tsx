import { Alert, Button, Loading, Skeleton } from '@kinmel/ui';
import type { ComponentProps } from 'react';

type AlertProps = ComponentProps<typeof Alert>;

interface RetryAlertProps extends Omit<AlertProps, 'tone'> {
  tone?: AlertProps['tone'];
  /** The failed part, for the button's accessible name. */
  part?: string | undefined;
  busy: boolean;
  onRetry: () => unknown;
}

/** Replaces a part that could not be loaded. */
export const RetryAlert = ({ tone = 'bad', part, busy, onRetry, children, ...alert }: RetryAlertProps) => (
  <Alert {...alert} tone={tone}>
    {children}{' '}
    <Button
      look="line"
      size="small"
      busy={busy}
      aria-label={part && `Retry: ${part}`}
      onClick={() => void onRetry()}
    >
      Retry
    </Button>
  </Alert>
);

/** Reserves the space of loading content. */
export const Placeholder = ({ height, className }: { height: number; className?: string | undefined }) => (
  <Loading className={className}>
    <Skeleton width="100%" height={height} />
  </Loading>
);
