import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { mongo } from 'mongoose';
import { threadTimesMs } from '../measure/cpu-time.ts';
import type { Figure } from '../measure/figure.ts';
import { databaseOf, signUp } from '../measure/orders.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { type Load, median, type Post, shoot } from '../measure/shot.ts';
import { untilIdle } from '../measure/until-idle.ts';

const peopleCount = 16;
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
 *
 * A hash of 19 MiB also makes what runs beside it dearer: it empties the processor's caches. So the same logins are measured
 * once more with hashes of 64 KiB: what auth itself does for a login.
 */
export async function login({ gatewayUrl, authUrl, authPids, mongodbUrl }: MeasuredShop): Promise<Figure[]> {
  const run = randomBytes(6).toString('hex');
  const people = await peopleOf(run, gatewayUrl);
  const withSmallHashes = await peopleOf(`${run}-small`, gatewayUrl);
  await makeHashesSmall(mongodbUrl, withSmallHashes);
  await untilIdle(authPids);
  const loadOf = (emails: readonly string[]): Load => ({
    baseUrl: authUrl,
    paths: [],
    posts: loginsOf(emails),
    connections,
    durationMs,
  });
  await shoot({ ...loadOf(people), durationMs: warmUpMs }, authPids);

  const costs: LoginCost[] = [];
  const smallCosts: LoginCost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    costs.push(await costOf(loadOf(people), authPids));
    smallCosts.push(await costOf(loadOf(withSmallHashes), authPids));
  }
  const hashMs = median(costs.map((cost) => cost.hashMs));
  const besideMs = median(costs.map((cost) => cost.besideMs));
  const smallMs = median(smallCosts.map((cost) => cost.besideMs));
  const inHashes = (measured: readonly LoginCost[]) =>
    median(measured.map(({ besideMs: ms }, round) => ms / (costs[round]?.hashMs ?? 0)));
  const common = {
    unit: 'hashes',
    gate,
    isExact: false,
    isNoisy: costs.some((cost) => Math.abs(cost.hashMs / hashMs - 1) > 0.25),
  } as const;
  return [
    {
      ...common,
      row: '20 login beside its hash',
      value: inHashes(costs),
      remark: `${besideMs.toFixed(2)} ms beside a hash of ${hashMs.toFixed(1)} ms; rounds ${costs.map((cost) => `${cost.besideMs.toFixed(2)}/${cost.hashMs.toFixed(1)}`).join(' ')}`,
    },
    {
      ...common,
      row: '20 login, hash of 64 KiB',
      value: inHashes(smallCosts),
      remark: `${smallMs.toFixed(2)} ms where a hash leaves the caches alone; rounds ${smallCosts.map((cost) => cost.besideMs.toFixed(2)).join(' ')}`,
    },
  ];
}

interface LoginCost {
  /** Processor time of one login in the thread pool, in milliseconds. */
  readonly hashMs: number;
  /** The same of all other threads. */
  readonly besideMs: number;
}

async function costOf(load: Load, authPids: readonly number[]): Promise<LoginCost> {
  const before = threadTimesMs(authPids);
  await pause(idleMs);
  const between = threadTimesMs(authPids);
  const startedAt = performance.now();
  const { answers, failures } = await shoot(load, authPids);
  const tookMs = performance.now() - startedAt;
  const after = threadTimesMs(authPids);
  if (failures > 0) throw new Error(`${failures} of ${answers} logins were refused.`);
  const idlePerMs = (between.others - before.others) / idleMs;
  return {
    hashMs: (after.pool - between.pool) / answers,
    besideMs: (after.others - between.others - idlePerMs * tookMs) / answers,
  };
}

async function peopleOf(name: string, gatewayUrl: string): Promise<string[]> {
  const emails = Array.from({ length: peopleCount }, (_, index) => `login-${name}-${index}@example.com`);
  await Promise.all(emails.map((email) => signUp(gatewayUrl, email, password)));
  return emails;
}

/** Straight to the service, as the gateway sends it: a shopper's browser, each time at another address. */
const loginsOf = (emails: readonly string[]) =>
  Array.from(
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
      body: JSON.stringify({ email: emails[index % emails.length], password }),
    }),
  );

/** What a hash costs stands in the hash, so that auth checks these passwords as any other. */
async function makeHashesSmall(mongodbUrl: string, emails: readonly string[]): Promise<void> {
  const client = new mongo.MongoClient(mongodbUrl);
  try {
    const passwordHash = await hash(password, { memoryCost: 64, timeCost: 2, parallelism: 1 });
    const users = client.db(databaseOf('auth')).collection('users');
    const { matchedCount } = await users.updateMany(
      { email: { $in: [...emails] } },
      { $set: { passwordHash } },
    );
    if (matchedCount !== emails.length) throw new Error('Not all of these people have an account.');
  } finally {
    await client.close();
  }
}
