import { StatusChip } from '@kinmel/ui';
import { sentenceCase, toneOf } from './statuses.rules.ts';

/** A status in its color, with its word. */
export const StatusBadge = ({ status }: { status: string }) => (
  <StatusChip tone={toneOf(status)}>{sentenceCase(status)}</StatusChip>
);

export const StatusOptions = ({ statuses }: { statuses: readonly string[] }) =>
  statuses.map((status) => (
    <option key={status} value={status}>
      {sentenceCase(status)}
    </option>
  ));
