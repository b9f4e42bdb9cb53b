import type { Mail } from '@kinmel/contracts';

const isMail = (value: unknown): value is Mail =>
  typeof value === 'object' &&
  value !== null &&
  'mailId' in value &&
  typeof value.mailId === 'string' &&
  'subject' in value &&
  typeof value.subject === 'string';

/** Reads `{data: [mail]}`. */
export function readMails(answer: unknown): readonly Mail[] | undefined {
  const list = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined;
  return Array.isArray(list) ? list.filter(isMail) : undefined;
}
