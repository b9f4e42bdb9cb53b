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
  received: 'info',
  offered: 'violet',
  settled: 'pine',
  due: 'warn',
  approved: 'info',
  inspected: 'violet',
  workshop: 'warn',
  'for-sale': 'ok',
  sold: 'pine',
  awaited: 'warn',
  returned: 'warn',
  'to-inspect': 'warn',
  requoted: 'violet',
  agreed: 'ok',
  declined: 'bad',
  'by-hand': 'bad',
  canary: 'violet',
  frozen: 'warn',
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

/** The statuses with their words, for a select. */
export const statusOptions = (statuses: readonly string[]) =>
  statuses.map((status) => [status, sentenceCase(status)] as const);

/** The server's limit. */
export const notesMaxLength = 1000;

export const customerReadsText = 'The customer reads this note.';
export const unusualStepText = 'This step needs a reason. The customer gets a mail with your note.';
export const missingNoteText = 'Please say the reason of this step in the notes.';

/** Whether the status is not a usual next step, which needs a note. */
export const needsNote = (
  { status, usualSteps }: { readonly status: string; readonly usualSteps: readonly string[] },
  wanted: string,
): boolean => wanted !== status && !usualSteps.includes(wanted);
