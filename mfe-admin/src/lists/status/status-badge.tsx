import { StatusChip } from '@kinmel/ui';
import { sentenceCase, toneOf } from './statuses.rules.ts';

/** A status in its color, with its word. */
export function StatusBadge({ status }: { status: string }) {
  return <StatusChip tone={toneOf(status)}>{sentenceCase(status)}</StatusChip>;
}
