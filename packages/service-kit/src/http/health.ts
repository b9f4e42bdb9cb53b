/** Health checks by name. Each returns `ok` or a short reason, and may throw. */
export type HealthParts = Readonly<Record<string, () => string | Promise<string>>>;

export interface HealthReport {
  readonly status: 'ready' | 'not ready';
  readonly parts: Readonly<Record<string, string>>;
}

/** Runs all checks in parallel; one that does not answer within `timeoutMs` counts as failed (H-07). */
export async function checkHealth(parts: HealthParts, timeoutMs = 1_000): Promise<HealthReport> {
  const results = await Promise.all(
    Object.entries(parts).map(async ([name, check]) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<string>((resolve) => {
        timer = setTimeout(() => resolve(`no answer within ${timeoutMs} ms`), timeoutMs);
      });
      try {
        const answer = Promise.resolve().then(check);
        return [name, await Promise.race([answer, late])] as const;
      } catch {
        // The reason may contain host and user names, so it is not exposed.
        return [name, 'failed'] as const;
      } finally {
        clearTimeout(timer);
      }
    }),
  );
  const isReady = results.every(([, answer]) => answer === 'ok');
  return { status: isReady ? 'ready' : 'not ready', parts: Object.fromEntries(results) };
}
