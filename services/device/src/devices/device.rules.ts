import { ProblemError } from '@kinmel/service-kit';

export interface Device {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/**
 * Rule D1: a device has a name of its own that is not blank.
 * @throws ProblemError invalid-request
 */
export function newDevice(id: string, name: string, now: Date): Device {
  const trimmed = name.trim();
  if (!trimmed) throw new ProblemError('invalid-request', 'Name is required');
  return { id, name: trimmed, createdAt: now };
}
