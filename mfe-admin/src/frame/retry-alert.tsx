import { Alert, Button, Loading, type RepeatedRequest, Skeleton } from '@kinmel/ui';
import type { ComponentProps } from 'react';

type AlertProps = ComponentProps<typeof Alert>;

interface RetryAlertProps extends Omit<AlertProps, 'tone'> {
  tone?: AlertProps['tone'];
  /** The failed part, for the button's accessible name. */
  part?: string | undefined;
  request: RepeatedRequest;
}

/** Replaces a part that could not be loaded. */
export const RetryAlert = ({ tone = 'bad', part, request, children, ...alert }: RetryAlertProps) => (
  <Alert {...alert} tone={tone}>
    <span>{children}</span>{' '}
    <Button
      look="line"
      size="small"
      busy={request.isFetching}
      aria-label={part && `Retry: ${part}`}
      onClick={() => void request.refetch()}
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
