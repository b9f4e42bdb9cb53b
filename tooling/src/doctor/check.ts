import type { Probe } from './machine-probe.ts';

export interface Finding {
  readonly fault: string;
  /** The command that fixes it. */
  readonly mend: string;
}

/** Yields faults and changes nothing. */
export type Check = (probe: Probe) => AsyncGenerator<Finding>;

/** The checks, by subject. */
export type Checks = Readonly<Record<string, Check>>;

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The findings of one check; an exception is a finding too. */
export async function findingsOf(check: Check, probe: Probe): Promise<readonly Finding[]> {
  try {
    return await Array.fromAsync(check(probe));
  } catch (error) {
    const fault = `could not be checked: ${messageOf(error)}`;
    return [{ fault, mend: 'npm ci && npm run doctor   (after the other faults)' }];
  }
}
