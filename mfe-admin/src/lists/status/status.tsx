import { StatusChip } from '@kinmel/ui';
import { statusWord, toneOf } from './statuses.rules.ts';

/** A status as a chip with its word and color. */
export const StatusBadge = ({ status }: { status: string }) => (
  <StatusChip tone={toneOf(status)}>{statusWord(status)}</StatusChip>
);
