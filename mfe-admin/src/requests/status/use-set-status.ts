import type { RequestKind } from '@kinmel/contracts';
import type { ShownList } from '../../lists/list-declaration.ts';
import { type AnyRequest, requestsApi } from '../requests-api.ts';
import { noteBody } from '../use-request-form.ts';

/**
 * Sets a status: the row shows it at once, and has its own again when the server refuses. The list is not asked for again, because that
 * would move rows under the pointer.
 */
export function useSetStatus<Row extends AnyRequest>(kind: RequestKind, list: Pick<ShownList<Row>, 'put'>) {
  const [send] = requestsApi.useSetRequestStatusMutation();
  return async (request: Row, { status, adminNotes = '' }: { status: string; adminNotes?: string }) => {
    const { id, version } = request;
    list.put({ ...request, status } as Row);
    const { data, error } = await send({
      kind,
      id,
      status,
      version,
      ...noteBody(adminNotes),
    });
    // The address of a kind answers requests of that kind.
    const saved = data as Row | undefined;
    list.put(saved ?? request);
    return { data: saved, error };
  };
}
