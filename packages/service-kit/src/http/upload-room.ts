import type { FilePart } from '@kinmel/contracts';
import { ProblemError } from './problem-error.ts';

/** In files of the largest size that an endpoint takes: so many may be in memory for one person, and for all together. */
const filesOfOne = 3;
const filesOfAll = 12;

/** The memory that uploads of one process may hold, from their first byte to their answer. */
export interface UploadRoom {
  /**
   * Reserves room for a body of so many bytes (undefined: nobody said). Rejects with `too-many-requests` when this person holds
   * too much already, with `service-unavailable` when all together do. The answer gives the room back, once.
   */
  enter(part: FilePart, bytes: number | undefined, personId: string): () => void;
}

/**
 * A file is whole in memory while it is worked on, and a sender may take minutes: without a bound one account with slow
 * connections would fill the memory of the service.
 */
export function createUploadRoom(): UploadRoom {
  const held = new Map<string, number>();
  let heldByAll = 0;
  return {
    enter({ maxBytes }, announced = maxBytes, personId) {
      const bytes = Math.min(announced, maxBytes);
      const ofPerson = held.get(personId) ?? 0;
      if (ofPerson + bytes > filesOfOne * maxBytes) throw refusal('too-many-requests', 'Some of your files');
      if (heldByAll + bytes > filesOfAll * maxBytes) throw refusal('service-unavailable', 'Many files');
      held.set(personId, ofPerson + bytes);
      heldByAll += bytes;
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        heldByAll -= bytes;
        const left = (held.get(personId) ?? 0) - bytes;
        if (left > 0) held.set(personId, left);
        else held.delete(personId);
      };
    },
  };
}

const refusal = (code: 'too-many-requests' | 'service-unavailable', which: string) =>
  new ProblemError(code, `${which} are on their way right now. Please try again in a moment.`, undefined, {
    retryAfterSeconds: 5,
  });
