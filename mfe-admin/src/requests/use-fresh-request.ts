import type { RequestKind } from '@kinmel/contracts';
import { useState } from 'react';
import { type AnyRequest, requestsApi } from './requests-api.ts';

/**
 * The request that a form is about: the one it was opened with, and after a conflict the one that the server has now, so that
 * saving again is a change of that one.
 */
export function useFreshRequest<Request extends AnyRequest>(kind: RequestKind, request: Request) {
  const [fresh, setFresh] = useState<Request>();
  const [ask] = requestsApi.useLazyGetRequestQuery();
  return {
    current: fresh ?? request,
    /** Undefined until somebody else was faster. */
    fresh,
    refresh: async (): Promise<Request | undefined> => {
      const { data } = await ask({ kind, id: request.id });
      // The address of a kind answers requests of that kind.
      if (data) setFresh(data as Request);
      return data as Request | undefined;
    },
  };
}
