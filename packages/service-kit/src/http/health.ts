import { withTimeout } from '../life-cycle/with-timeout.ts';

class LateError extends Error {}

/** Checks by name. Each returns `ok` or a short reason, and may throw. */
export type HealthParts = Readonly<Record<string, () => string | Promise<string>>>;

/**
 * Version and commit of this process, such as `0.1.0+3f2a9c01d4`. The build writes it into the bundle; code that runs
 * from source has no version.
 */
export const ownVersion = process.env.BUILT_VERSION ?? 'sources';

/**
 * What a service needs to answer requests. Without the broker its events wait in the outbox, so a load
 * balancer must not remove all instances when the broker is unavailable.
 */
export const servingParts = (parts: HealthParts): HealthParts =>
  Object.fromEntries(Object.entries(parts).filter(([name]) => name !== 'broker'));

/** Runs all checks in parallel; one that does not answer within `timeoutMs` counts as failed (H-07). */
export async function checkHealth(parts: HealthParts, timeoutMs = 1_000) {
  const results = await Promise.all(
    Object.entries(parts).map(async ([name, check]) => {
      try {
        const timeoutError = () => new LateError(`no answer within ${timeoutMs} ms`);
        return [name, await withTimeout(Promise.resolve().then(check), timeoutMs, timeoutError)] as const;
      } catch (error) {
        // The error may contain hosts and users, so it is not reported here; the owner of the part logs it.
        return [name, error instanceof LateError ? error.message : 'failed'] as const;
      }
    }),
  );
  const isReady = results.every(([, answer]) => answer === 'ok');
  return { status: isReady ? 'ready' : 'not ready', version: ownVersion, parts: Object.fromEntries(results) };
}
