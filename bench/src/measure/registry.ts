import type { Stack } from '@kinmel/tooling/stack';

const limitMs = 10_000;

/** Waits until the gateway has this revision of the registry in force: it follows the folder by itself. */
export async function untilInForce(stack: Stack, revision: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await fetch(`${stack.urls.shop}/remotes/registry.json`);
    if (((await answer.json()) as { revision: number }).revision >= revision) return;
    if (performance.now() > deadline)
      throw new Error(`Revision ${revision} of the registry is not in force.`);
  }
}
