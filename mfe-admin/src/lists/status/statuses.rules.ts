import type { StatusTone } from '@kinmel/ui';

/** The color of each status, one table for every screen of the back office. */
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

/** A status as a word: "in-repair" is "In repair". */
export const wordOf = (status: string): string =>
  (status.slice(0, 1).toUpperCase() + status.slice(1)).replaceAll('-', ' ');
