import { knownStatuses, type Tone } from '@kinmel/contracts/life';

/** Colors of statuses without a declared life; the same word has the same color in the whole back office. */
const otherTones: Readonly<Record<string, Tone>> = {
  active: 'ok',
  'to-inspect': 'warn',
  'to-repair': 'warn',
  'to-get-back': 'warn',
  requoted: 'violet',
  agreed: 'ok',
  declined: 'bad',
  'by-hand': 'bad',
  undecided: 'warn',
  invited: 'info',
  suspended: 'bad',
  canary: 'violet',
  frozen: 'warn',
  'hand-back-money': 'bad',
  'look-up-payment': 'bad',
  inactive: 'mute',
  expired: 'mute',
};

export const toneOf = (status: string): Tone => knownStatuses[status]?.tone ?? otherTones[status] ?? 'mute';

/** "in-repair" to "In repair". */
export const sentenceCase = (status: string): string =>
  (status.slice(0, 1).toUpperCase() + status.slice(1)).replaceAll('-', ' ');

export const statusWord = (status: string): string => knownStatuses[status]?.word ?? sentenceCase(status);

/** The statuses with their words, for a select. */
export const statusOptions = (statuses: readonly string[]) =>
  statuses.map((status) => [status, statusWord(status)] as const);

/** The server's limit. */
export const notesMaxLength = 1000;

export const missingNoteText = 'Please say the reason of this step in the notes.';

/** Whether the status is not the usual next step and therefore needs a note. */
export const needsNote = (
  { status, usualSteps }: { readonly status: string; readonly usualSteps: readonly string[] },
  targetStatus: string,
): boolean => targetStatus !== status && !usualSteps.includes(targetStatus);
