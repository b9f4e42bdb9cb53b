import { StatusChip } from '@kinmel/ui';
import { toneOf, wordOf } from './statuses.rules.ts';

/** A status in its color, with its word. */
export function StatusBadge({ status }: { status: string }) {
  return <StatusChip tone={toneOf(status)}>{wordOf(status)}</StatusChip>;
}
