import type { FilePart } from '@kinmel/contracts';
import { ProblemError } from './problem-error.ts';

/** Limits per person and in total, as multiples of the largest allowed size. */
const filesPerPerson = 3;
const filesInTotal = 12;

/** Reserves the memory of a process for uploads, from their first byte to their answer. */
export type UploadRoom = ReturnType<typeof createUploadRoom>;

/**
 * Uploads are held in memory, and a client may take minutes: without a limit one account with slow connections could
 * exhaust it.
 */
export function createUploadRoom() {
  const held = new Map<string, number>();
  let heldByAll = 0;
  return {
    /**
     * Reserves memory for a body (undefined: unknown length). Throws `too-many-requests` over the limit of the person,
     * `service-unavailable` over that of all. Returns a function that frees it once.
     */
    enter({ maxBytes }: FilePart, announced: number | undefined, personId: string): () => void {
      const bytes = Math.min(announced ?? maxBytes, maxBytes);
      const ofPerson = held.get(personId) ?? 0;
      if (ofPerson + bytes > filesPerPerson * maxBytes)
        throw refusal('too-many-requests', 'Some of your files');
      if (heldByAll + bytes > filesInTotal * maxBytes) throw refusal('service-unavailable', 'Many files');
      held.set(personId, ofPerson + bytes);
      heldByAll += bytes;
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        heldByAll -= bytes;
        const remainingBytes = (held.get(personId) ?? 0) - bytes;
        if (remainingBytes > 0) held.set(personId, remainingBytes);
        else held.delete(personId);
      };
    },
  };
}

const refusal = (code: 'too-many-requests' | 'service-unavailable', which: string) =>
  new ProblemError(code, `${which} are on their way right now. Please try again in a moment.`, undefined, {
    retryAfterSeconds: 5,
  });
