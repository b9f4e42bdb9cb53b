import { isLoadFailure, reportFailure } from '@kinmel/web-kit/host';
import type { ErrorInfo } from 'react';

declare global {
  /**
   * Ends the watch over the server-rendered page, and tells whether something else than the shop has changed it. Set by
   * an inline script (`foreignChangesScript` of tooling).
   */
  var kinmelTakeOver: (() => boolean) | undefined;
}

/**
 * React has recovered by rendering again. Of code that did not load, the boundary around it reports. A page that an
 * extension has changed says nothing about the shop, and is counted nowhere.
 */
export const hydrationFailed =
  (isChanged: boolean) =>
  (error: unknown, { componentStack }: ErrorInfo): void => {
    reportError(error);
    if (!isChanged && !(error instanceof Error && isLoadFailure(error.cause)))
      reportFailure({ error, componentStack, isHydration: true });
  };
