import { z } from 'zod';

/** Asks the register of stolen phones. Rejects when it does not answer. */
export type AskBlocklist = (imei: string) => Promise<'clean' | 'listed'>;

const timeoutMs = 3_000;
const answerSchema = z.object({ isListed: z.boolean() });

/** @param url of the register; without one, every call rejects */
export const blocklistClient =
  (url: string | undefined): AskBlocklist =>
  async (imei) => {
    if (url === undefined) throw new Error('BLOCKLIST_URL is not set');
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      // Sent in the body, because addresses are logged.
      body: JSON.stringify({ imei }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok) throw new Error(`the register answered ${answer.status}`);
    return answerSchema.parse(await answer.json()).isListed ? 'listed' : 'clean';
  };
