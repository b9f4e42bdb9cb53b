import { createTokenVerifier } from '@kinmel/service-kit';
import { testTokens } from '@kinmel/testing/servers';
import type { Figure } from '../measure/figure.ts';

const holders = 1_000;
const rounds = 7;
const checksPerRound = 200_000;

/** Row 19: what it costs gateway and services, each time, to know who holds an access token that they have seen before. */
export async function tokenCheck(): Promise<Figure> {
  const tokens = testTokens();
  const verifier = createTokenVerifier({ jwks: tokens.source });
  const known = Array.from({ length: holders }, (_, index) => tokens.customer(`customer-${index}`));
  const firstAt = performance.now();
  for (const token of known) await verifier.verify(token);
  const firstMicroseconds = ((performance.now() - firstAt) * 1000) / holders;

  const measured: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    for (let check = 0; check < checksPerRound; check += 1) {
      await verifier.verify(known[check % holders] ?? '');
    }
    measured.push(((performance.now() - startedAt) * 1000) / checksPerRound);
  }
  measured.sort((a, b) => a - b);
  return {
    row: '19 access token seen before',
    value: measured[Math.floor(rounds / 2)] ?? 0,
    unit: 'microseconds',
    gate: 10,
    goal: 10,
    isExact: false,
    remark: `median of ${rounds} rounds, ${holders} people; ${firstMicroseconds.toFixed(0)} microseconds when it is seen first`,
  };
}
