import { expect } from '@playwright/test';
import { stackState } from './stack-control.ts';

interface Mail {
  readonly subject: string;
  readonly text: string;
  readonly to: readonly { readonly address: string }[];
}

/** The mails to an address, oldest first. */
export async function mailsTo(address: string): Promise<readonly Mail[]> {
  const { urls } = await stackState();
  const answer = await fetch(`${urls.mailPage}/api/email`);
  const mails: Mail[] = await answer.json();
  return mails.filter(({ to }) => to.some((reader) => reader.address === address));
}

/** Waits for a mail with these words in its subject; returns the newest one's text. */
export async function mailTo(address: string, subject: RegExp): Promise<string> {
  const readText = async () =>
    (await mailsTo(address)).findLast((mail) => subject.test(mail.subject))?.text ?? '';
  await expect.poll(readText, { timeout: 30_000 }).not.toBe('');
  return readText();
}
