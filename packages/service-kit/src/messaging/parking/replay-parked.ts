import type { Bus } from '../bus/bus.ts';

/**
 * Replays all parked messages of a queue, or those of one id; resolves with their number. The inbox ignores messages
 * that already took effect.
 */
export function replayParked(bus: Bus, queue: string, messageId?: string): Promise<number> {
  return bus.replay(queue, messageId);
}
