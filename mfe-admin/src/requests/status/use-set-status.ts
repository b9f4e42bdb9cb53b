import type { RequestKind } from '@kinmel/contracts';
import { type AnyRequest, requestsApi } from '../requests-api.ts';

/** Changes one row of the list that is shown. */
export type PatchRow = (id: string, change: Partial<AnyRequest>) => void;

export interface WantedStatus {
  readonly status: string;
  readonly note: string;
}

/**
 * Sets a status: the row shows it at once, and has its own again when the server refuses (AERR-20). The list is not asked for
 * anew, because that would move rows under the pointer.
 */
export function useSetStatus(kind: RequestKind, patch: PatchRow) {
  const [send, { isLoading }] = requestsApi.useSetRequestStatusMutation();
  const setStatus = async (request: AnyRequest, { status, note }: WantedStatus) => {
    const { id, version } = request;
    patch(id, { status } as Partial<AnyRequest>);
    const result = await send({
      kind,
      id,
      status,
      version,
      ...(note === '' ? {} : { adminNotes: note }),
    });
    patch(id, result.data ?? request);
    return result;
  };
  return { setStatus, isLoading };
}
