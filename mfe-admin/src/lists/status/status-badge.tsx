import { StatusChip } from '@kinmel/ui';
import { toneOf, wordOf } from './statuses.rules.ts';

/** A status in its color, with its word (ACONST-01). */
export function StatusBadge({ status }: { status: string }) {
  return <StatusChip tone={toneOf(status)}>{wordOf(status)}</StatusChip>;
}
