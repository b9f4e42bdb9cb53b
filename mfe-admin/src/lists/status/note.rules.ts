/** The server's limit. */
export const notesMaxLength = 1000;

export const customerReadsText = 'The customer reads this note.';
export const unusualStepText =
  'This step goes back or leaves one out. Please say why: the customer gets a mail with your note.';
export const missingNoteText = 'Please say in the notes why this step goes back or leaves one out.';

/** Whether the status is not a usual next step, which needs a note. */
export const needsNote = (
  { status, usualSteps }: { readonly status: string; readonly usualSteps: readonly string[] },
  wanted: string,
): boolean => wanted !== status && !usualSteps.includes(wanted);
