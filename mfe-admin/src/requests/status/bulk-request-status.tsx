import type { RequestKind } from '@kinmel/contracts';
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
  const [send] = requestsApi.useBulkSetRequestStatusMutation();
  return (
    <BulkStatus
      {...list}
      noun="request"
      statuses={statusesOf[kind]}
      needsNote={needsNote}
      send={({ rows, ...update }) => send({ kind, ...update, requests: rows })}
      failedText={statusFailures[kind]}
    />
  );
}
