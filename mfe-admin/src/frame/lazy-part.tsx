import { ErrorState } from '@kinmel/ui';
import { FailureBoundary } from '@kinmel/web-kit';
import { type ReactNode, Suspense } from 'react';
import { Placeholder } from './retry-alert.tsx';

interface LazyPartProps {
  /** A lazy component. */
  children: ReactNode;
  /** A new value retries after a failure. */
  resetKey: string;
  /** Shown when its code could not be loaded. */
  failed: string;
  height: number;
}

/** A part of a page whose code is loaded when it is rendered. */
export const LazyPart = ({ children, resetKey, failed, height }: LazyPartProps) => (
  <FailureBoundary
    given={resetKey}
    fallback={() => <ErrorState text={failed} onRetry={() => window.location.reload()} />}
  >
    <Suspense fallback={<Placeholder height={height} />}>{children}</Suspense>
  </FailureBoundary>
);
