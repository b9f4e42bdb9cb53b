import { Alert } from '@kinmel/ui';
import { notesMaxLength } from './statuses.rules.ts';

interface NoteOptions {
  /** Why the note is required. */
  readonly text?: string;
  readonly rows?: number;
}

/** The note to the customer, which an unusual step requires. `effect` describes a side effect of the step. */
export const noteInputs = (
  isUnusual: boolean,
  effect = '',
  { text = 'This step needs a note. The customer gets a mail with it.', rows = 4 }: NoteOptions = {},
) =>
  [
    isUnusual ? (
      <Alert key="unusual" tone="warn">
        {`${effect} ${text}`.trim()}
      </Alert>
    ) : null,
    {
      name: 'adminNotes',
      label: 'Admin notes',
      optional: !isUnusual,
      hint: 'The customer reads this note.',
      rows,
      maxLength: notesMaxLength,
    },
  ] as const;

export const noteBody = (adminNotes: string) =>
  adminNotes.trim() === '' ? {} : { adminNotes: adminNotes.trim() };
