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
  const reservedByPerson = new Map<string, number>();
  let reservedInTotal = 0;
  return {
    /**
     * Reserves memory for a body (undefined: unknown length). Throws `too-many-requests` over the limit of the person,
     * `service-unavailable` over that of all. Returns a function that frees it once.
     */
    reserve({ maxBytes }: FilePart, announcedBytes: number | undefined, personId: string): () => void {
      const bytes = Math.min(announcedBytes ?? maxBytes, maxBytes);
      const personBytes = reservedByPerson.get(personId) ?? 0;
      if (personBytes + bytes > filesPerPerson * maxBytes)
        throw refusal('too-many-requests', 'Some of your files');
      if (reservedInTotal + bytes > filesInTotal * maxBytes)
        throw refusal('service-unavailable', 'Many files');
      reservedByPerson.set(personId, personBytes + bytes);
      reservedInTotal += bytes;
      let isReserved = true;
      return () => {
        if (!isReserved) return;
        isReserved = false;
        reservedInTotal -= bytes;
        const remainingBytes = (reservedByPerson.get(personId) ?? 0) - bytes;
        if (remainingBytes > 0) reservedByPerson.set(personId, remainingBytes);
        else reservedByPerson.delete(personId);
      };
    },
  };
}

const refusal = (code: 'too-many-requests' | 'service-unavailable', subject: string) =>
  new ProblemError(code, `${subject} are on their way right now. Please try again in a moment.`, undefined, {
    retryAfterSeconds: 5,
  });
