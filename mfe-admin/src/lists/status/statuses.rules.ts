import type { StatusTone } from '@kinmel/ui';

/** One color per status in the whole back office. */
const tones: Readonly<Record<string, StatusTone>> = {
  pending: 'warn',
  reviewed: 'info',
  processing: 'info',
  refunded: 'info',
  'in-repair': 'info',
  quoted: 'violet',
  shipped: 'violet',
  accepted: 'ok',
  confirmed: 'ok',
  delivered: 'ok',
  paid: 'ok',
  done: 'ok',
  active: 'ok',
  completed: 'pine',
  rejected: 'bad',
  cancelled: 'bad',
  failed: 'bad',
  'hand-back-money': 'bad',
  inactive: 'mute',
  expired: 'mute',
};

export const toneOf = (status: string): StatusTone => tones[status] ?? 'mute';

/** "in-repair" to "In repair". */
export const sentenceCase = (status: string): string =>
  (status.slice(0, 1).toUpperCase() + status.slice(1)).replaceAll('-', ' ');
