import type { Bus } from '../bus/bus.ts';

/**
 * Gives every parked message of a queue back to its consumer, or only those of that id, attempts counted afresh;
 * resolves with how many. A message whose effect is already there does nothing: the inbox knows it.
 */
export function replayParked(bus: Bus, queue: string, messageId?: string): Promise<number> {
  return bus.replay(queue, messageId);
}
