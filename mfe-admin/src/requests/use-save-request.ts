import type { RequestKind } from '@kinmel/contracts';
import { useAppDispatch } from '@kinmel/web-kit';
import { useState } from 'react';
import { isVersionConflict } from '../failure-text.ts';
import type { ShownList } from '../lists/list-declaration.ts';
import { type AnyRequest, requestsApi } from './requests-api.ts';

interface Reply<Request> {
  readonly data?: Request | undefined;
  readonly error?: unknown;
}

/**
 * Saves what a dialog changes of the request that it was opened with. When somebody else was faster, it is about what the server
 * has now: its row shows that, and saving again changes that one.
 */
export function useSaveRequest<Request extends AnyRequest>(
  kind: RequestKind,
  request: Request,
  list: Pick<ShownList<Request>, 'put'>,
  /** The dialog goes on with what was filled in for an older version of it. */
  isOvertaken = false,
) {
  const [fresh, setFresh] = useState(isOvertaken ? request : undefined);
  const dispatch = useAppDispatch();
  const current = fresh ?? request;
  return {
    current,
    /** Undefined until somebody else was faster. */
    fresh,
    /** Answers the request as it was saved, or the error; neither after a conflict, which `fresh` tells. */
    save: async (send: (current: Request) => PromiseLike<Reply<Request>>): Promise<Reply<Request>> => {
      const { data, error } = await send(current);
      if (data) {
        list.put(data);
        return { data };
      }
      if (!isVersionConflict(error)) return { error };
      const asking = requestsApi.endpoints.getRequest.initiate(
        { kind, id: request.id },
        { forceRefetch: true, subscribe: false },
      );
      const { data: now } = await dispatch(asking);
      if (!now) return { error };
      // The address of a kind answers requests of that kind.
      setFresh(now as Request);
      list.put(now as Request);
      return {};
    },
  };
}
