/**
 * The form in which two spellings of one address are equal (rule A1): NFKC, trimmed, lower case. What people typed is kept
 * beside it, for showing and for mails.
 */
export function normalEmail(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}
