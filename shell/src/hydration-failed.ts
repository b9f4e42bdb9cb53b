import { isLoadFailure, reportFailure } from '@kinmel/web-kit/host';
import type { ErrorInfo } from 'react';

declare global {
  /**
   * Stops observing the server-rendered page, and returns whether something other than the shop has changed it. Set by
   * an inline script (`foreignChangesScript` of tooling).
   */
  var kinmelTakeOver: (() => boolean) | undefined;
}

/**
 * React has recovered by rendering again. The boundary around it reports code that did not load. A page that an
 * extension has changed says nothing about the shop and is not counted.
 */
export const hydrationFailed =
  (isChanged: boolean) =>
  (error: unknown, { componentStack }: ErrorInfo): void => {
    reportError(error);
    if (!isChanged && !(error instanceof Error && isLoadFailure(error.cause)))
      reportFailure({ error, componentStack, isHydration: true });
  };
