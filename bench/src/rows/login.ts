import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { threadTimesMs } from '../measure/cpu-time.ts';
import type { Figure } from '../measure/figure.ts';
import { signUp } from '../measure/orders.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { median, type Post, shoot } from '../measure/shot.ts';
import { untilIdle } from '../measure/until-idle.ts';

const people = 16;
const addresses = 4_000;
const connections = 3;
const rounds = 3;
const durationMs = 8_000;
/** About five thousand logins: before that the functions of a login are not compiled, and compiling is what is measured. */
const warmUpMs = 60_000;
/** Two milliseconds where a hash takes seven (decision 28). What it is here, in milliseconds, stands in the remark. */
const gate = 0.28;
const idleMs = 3_000;
const password = 'Journey123';

/**
 * What a login costs the process of auth beside its hash, in hashes: of all that a machine does a hash is the work that is always the
 * same, so that a slow machine, or a slow hour of it, changes both. The hash runs on the thread pool and nothing else does, so that
 * the two are told apart by thread; what the process does without logins is taken off.
 */
export async function login({ gatewayUrl, authUrl, authPids }: MeasuredShop): Promise<Figure> {
  const run = randomBytes(6).toString('hex');
  const emails = Array.from({ length: people }, (_, index) => `login-${run}-${index}@example.com`);
  await Promise.all(emails.map((email) => signUp(gatewayUrl, email, password)));
  await untilIdle(authPids);
  // Straight to the service, as the gateway sends it: a shopper's browser, each time at another address.
  const posts = Array.from(
    { length: addresses },
    (_, index): Post => ({
      path: '/api/auth/login',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'user-agent':
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
        'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
        'x-forwarded-proto': 'https',
      },
      body: JSON.stringify({ email: emails[index % people], password }),
    }),
  );
  const load = { baseUrl: authUrl, paths: [], posts, connections };
  await shoot({ ...load, durationMs: warmUpMs }, authPids);

  const beside: number[] = [];
  const hashes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = threadTimesMs(authPids);
    await pause(idleMs);
    const between = threadTimesMs(authPids);
    const startedAt = performance.now();
    const { answers, failures } = await shoot({ ...load, durationMs }, authPids);
    const tookMs = performance.now() - startedAt;
    const after = threadTimesMs(authPids);
    if (failures > 0) throw new Error(`${failures} of ${answers} logins were refused.`);
    const idlePerMs = (between.others - before.others) / idleMs;
    beside.push((after.others - between.others - idlePerMs * tookMs) / answers);
    hashes.push((after.pool - between.pool) / answers);
  }
  return {
    row: '20 login beside its hash',
    value: median(beside.map((ms, round) => ms / (hashes[round] ?? 0))),
    unit: 'hashes',
    gate,
    isExact: false,
    isNoisy: hashes.some((hash) => Math.abs(hash / median(hashes) - 1) > 0.25),
    remark: `${median(beside).toFixed(2)} ms beside a hash of ${median(hashes).toFixed(1)} ms; rounds ${beside.map((ms, round) => `${ms.toFixed(2)}/${hashes[round]?.toFixed(1)}`).join(' ')}`,
  };
}
