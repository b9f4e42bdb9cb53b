/** The most that the server takes. */
export const notesMaxLength = 1000;

export const customerReadsText = 'The customer reads this note.';
export const unusualStepText =
  'This step goes back or leaves one out. Please say why: the customer gets a mail with your note.';
export const missingNoteText = 'Please say in the notes why this step goes back or leaves one out.';

/** Whether a status is a step back or over, which needs a note. What usually comes next, the server says. */
export const needsNote = (
  { status, usualSteps }: { readonly status: string; readonly usualSteps: readonly string[] },
  wanted: string,
): boolean => wanted !== status && !usualSteps.includes(wanted);
