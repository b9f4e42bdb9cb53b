import { ErrorState } from '@kinmel/ui';
import { FailureBoundary, type LazyPage } from '@kinmel/web-kit';
import { Suspense } from 'react';
import { Placeholder } from './retry-alert.tsx';

interface LazyPartProps {
  Content: LazyPage;
  /** A new value retries after a failure. */
  resetKey: string;
  /** Shown when its code could not be loaded. */
  failed: string;
  height: number;
}

/** A part of a page whose code is loaded when it is rendered. */
export const LazyPart = ({ Content, resetKey, failed, height }: LazyPartProps) => (
  <FailureBoundary
    given={resetKey}
    fallback={() => <ErrorState text={failed} onRetry={() => window.location.reload()} />}
  >
    <Suspense fallback={<Placeholder height={height} />}>
      <Content />
    </Suspense>
  </FailureBoundary>
);
