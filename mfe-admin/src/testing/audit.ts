import type { AuditEntryAnswer } from '@kinmel/contracts';
import { requestId } from './requests.ts';

/** An audit entry with fixed values. */
export function anAuditEntry(changes: Partial<AuditEntryAnswer> = {}): AuditEntryAnswer {
  return {
    id: requestId(0xad1),
    at: '2026-11-23T06:00:00.000Z',
    person: { id: 'admin-1', name: 'Sunita Gurung' },
    action: 'updateProduct',
    record: { kind: 'product', id: requestId(0xf01) },
    changes: [
      { field: 'price', before: 90_000, after: 85_000.5, isPersonal: false },
      { field: 'isAvailable', before: true, after: false, isPersonal: false },
    ],
    note: '',
    requestId: 'request-1',
    ...changes,
  };
}
