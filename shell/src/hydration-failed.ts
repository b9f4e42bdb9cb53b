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
 * Handles an error from which React has recovered by rendering again. Code that failed to load is reported by its
 * boundary. Errors on a page that an extension has changed are not counted, as the shop is not their cause.
 */
export const hydrationFailed =
  (isChanged: boolean) =>
  (error: unknown, { componentStack }: ErrorInfo): void => {
    reportError(error);
    if (!isChanged && !(error instanceof Error && isLoadFailure(error.cause)))
      reportFailure({ error, componentStack, isHydration: true });
  };
