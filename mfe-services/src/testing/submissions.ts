import { json, type Reply } from '@kinmel/testing/page';

/** Answers the submissions of a form with one reply after another, the last one repeatedly, and records them. */
export function submissions(...replies: readonly [Reply, ...Reply[]]) {
  const requests: { key: string | null; body: Record<string, unknown> }[] = [];
  const reply: Reply = async (request) => {
    const answer = replies[requests.length] ?? replies.at(-1) ?? replies[0];
    const copy = request.clone();
    const isForm = request.headers.get('Content-Type')?.startsWith('multipart/');
    const body: unknown = isForm ? Object.fromEntries(await copy.formData()) : await copy.json();
    requests.push({ key: request.headers.get('Idempotency-Key'), body: body as Record<string, unknown> });
    return answer(request);
  };
  return { requests, reply };
}

export const slotTakenText = 'This time is taken. Please choose another one.';

/** The refusal of a taken slot, with the nearest free ones as "2099-11-24 10:00". */
export const slotTaken = (...nearest: readonly string[]): Reply => {
  const details = nearest.map((message) => ({ path: 'nearest', message }));
  const refusal = { success: false, message: slotTakenText, error: slotTakenText, code: 'slot-taken' };
  return json({ ...refusal, details: [{ path: 'time', message: slotTakenText }, ...details] }, 409);
};
