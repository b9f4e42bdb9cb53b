import { Alert } from '@kinmel/ui';
import { notesMaxLength } from './statuses.rules.ts';

interface NoteOptions {
  /** Why the step needs a note. */
  readonly text?: string;
  readonly rows?: number;
}

/** The note to the customer; an unusual step needs one. `effect`: what the step does besides its word. */
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
