import type { RequestKind } from '@kinmel/contracts';
import { useAppDispatch } from '@kinmel/web-kit';
import type { ComponentProps } from 'react';
import { BulkStatus } from '../../lists/bulk/bulk-status.tsx';
import { needsNote } from '../../lists/status/note.rules.ts';
import { statusesOf, statusFailures } from '../request-words.ts';
import { type AnyRequest, requestsApi } from '../requests-api.ts';

type BulkRequestStatusProps<Row extends AnyRequest> = Pick<
  ComponentProps<typeof BulkStatus<Row, string>>,
  'selection' | 'known' | 'nameOf' | 'onChanged'
> & { kind: RequestKind };

/** One status for the selected requests of a list. */
export function BulkRequestStatus<Row extends AnyRequest>({ kind, ...list }: BulkRequestStatusProps<Row>) {
  const dispatch = useAppDispatch();
  const [send] = requestsApi.useBulkSetRequestStatusMutation();
  const readRow = async (id: string) => {
    const { data } = await dispatch(
      requestsApi.endpoints.getRequest.initiate({ kind, id }, { forceRefetch: true, subscribe: false }),
    );
    // The address of a kind answers requests of that kind.
    return data as Row | undefined;
  };
  return (
    <BulkStatus
      {...list}
      readRow={readRow}
      noun="request"
      statuses={statusesOf[kind]}
      needsNote={needsNote}
      send={({ rows, key: _key, ...update }) => send({ kind, ...update, requests: rows })}
      failedText={statusFailures[kind]}
    />
  );
}
