import type { RequestKind } from '@kinmel/contracts';
import { type AppDispatch, apiProblem } from '@kinmel/web-kit';
import { type AnyRequest, requestsApi } from './requests-api.ts';

/** Why the record that the address names is not shown. */
const missingText = 'There is no such request any more.';
const failedText = 'This request could not be loaded.';

/** The request whose details the address opens: a row of the page that is shown, or one that is asked for. */
export function useOpenRequest<Row extends AnyRequest>(
  kind: RequestKind,
  id: string | undefined,
  /** Undefined while the list is on its way: it may hold the request. */
  rows: readonly Row[] | undefined,
): { readonly request: Row | undefined; readonly problem: string | undefined } {
  // Mostly none is open, and a list may hold ten thousand.
  const row = id === undefined ? undefined : rows?.find((one) => one.id === id);
  const { currentData, error } = requestsApi.useGetRequestQuery(
    { kind, id: id ?? '' },
    { skip: id === undefined || rows === undefined || row !== undefined, refetchOnMountOrArgChange: true },
  );
  if (id === undefined || row) return { request: row, problem: undefined };
  if (error && !currentData) {
    const { status } = apiProblem(error);
    return { request: undefined, problem: status === 404 || status === 400 ? missingText : failedText };
  }
  // The address of a kind answers requests of that kind.
  return { request: currentData as Row | undefined, problem: undefined };
}

/** Changes the request whose details are open, where it is none of the rows. */
export function patchOpenRequest(
  dispatch: AppDispatch,
  kind: RequestKind,
  id: string,
  changes: Partial<AnyRequest>,
): void {
  dispatch(
    // A change of a request is one of its own kind.
    requestsApi.util.updateQueryData(
      'getRequest',
      { kind, id },
      (before) => ({ ...before, ...changes }) as AnyRequest,
    ),
  );
}
