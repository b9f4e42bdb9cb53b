import { StatusChip } from '@kinmel/ui';
import { statusWord, toneOf } from './statuses.rules.ts';

/** A status in its color, with its word. */
export const StatusBadge = ({ status }: { status: string }) => (
  <StatusChip tone={toneOf(status)}>{statusWord(status)}</StatusChip>
);
