import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Beforehand, checkBooks, readPiecesOfShop, sandboxKey } from '../check-books/index.ts';
import { createRandom } from '../explorer/simulation/random.ts';
import { silentReport } from '../launcher/report.ts';
import { checkoutFolder, freeStackPorts, type Stack, startStack } from '../launcher/stack.ts';
import { withoutLimits } from '../launcher/without-limits.ts';
import { chooseFaults, faultKinds, inWords } from './faults/choose-faults.ts';
import { canFillDisks, disturb } from './faults/disturb.ts';
import { type Relay, startRelay } from './faults/relay.ts';
import { checkHistory, historyLaws, type Offence } from './history/check-history.ts';
import { type Call, isAcknowledged, isOpen } from './history/history.ts';
import { createClient, type Person } from './people/client.ts';
import { openStories, type Stories } from './people/stories.ts';

export interface RigOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly instances: number;
  readonly replicas: number;
  /** The name of a planted fault that is switched on. */
  readonly planted?: string | undefined;
  /** How long the shop may take until all work in progress is done. */
  readonly settleMs: number;
  readonly say: (line: string) => void;
}

/** Orders, returns and trade-ins with an idempotency key: 2,000 in twenty minutes. */
const keyedPerMinute = 100;
const concurrentPeople = 6;
const betweenFaultsMs = 2_000;

/** Runs stories at a steady rate. A slow machine that cannot keep up gets twice the time. */
async function sell({ begin, count }: Stories, minutes: number, ending: AbortSignal): Promise<void> {
  const startedAt = performance.now();
  const elapsedMinutes = () => (performance.now() - startedAt) / 60_000;
  const person = async () => {
    while (!ending.aborted && count() < minutes * keyedPerMinute && elapsedMinutes() < 2 * minutes) {
      if (count() < elapsedMinutes() * keyedPerMinute) await begin();
      else await pause(100);
    }
  };
  await Promise.all(Array.from({ length: concurrentPeople }, person));
}

/** The invariants of the books that do not hold. */
async function brokenBooks({ urls }: Stack, settleMs: number, beforehand: Beforehand): Promise<Offence[]> {
  const { findings, waiting } = await checkBooks({
    mongodbUri: urls.mongodb,
    amqpUrl: urls.amqp,
    payments: { secretKey: sandboxKey, apiBase: urls.paymentSandbox },
    settleMs,
    beforehand,
  });
  return [
    ...findings.flatMap(({ id, sentence, offences }) =>
      offences.map(({ text }) => ({ law: id, text: `${text} (${sentence})` })),
    ),
    ...(waiting === 0 ? [] : [{ law: 'rest', text: `${waiting} events were never sent` }]),
  ];
}

/** Starts a shop whose connections go through the relay. */
async function openShop({ instances, replicas, planted }: RigOptions, relay: Relay): Promise<Stack> {
  return startStack({
    stateFolder: join(checkoutFolder, '.kinmel', 'rig'),
    ports: await freeStackPorts(),
    fresh: true,
    instances,
    replicas,
    planted,
    // A killed part is not restarted before its fault ends.
    keepAlive: false,
    log: silentReport,
    env: {
      ...withoutLimits,
      NODE_OPTIONS: `--import ${new URL('./faults/in-process.ts', import.meta.url).href}`,
      RIG_RELAY_PORT: String(relay.port),
    },
  });
}

/** Applies the faults one after the other. */
async function disturbAll(
  stack: Stack,
  relay: Relay,
  { seed, say }: Pick<RigOptions, 'seed' | 'say'>,
  ending: AbortSignal,
): Promise<void> {
  const hasDisks = await canFillDisks();
  if (!hasDisks) say('No disk is filled: prlimit (util-linux) is not installed.');
  const kinds = faultKinds.filter((kind) => kind !== 'disk' || hasDisks);
  const { mail: _mail, payments: _payments, tasks: _tasks, ...disturbedParts } = stack.pids;
  for (const fault of chooseFaults(seed, Object.keys(disturbedParts), kinds)) {
    await pause(betweenFaultsMs, undefined, { signal: ending }).catch(() => undefined);
    if (ending.aborted) return;
    say(inWords(fault));
    await disturb(stack, relay, fault, ending);
  }
}

const countKeys = (calls: readonly Call[]): number => new Set(calls.flatMap(({ key }) => key ?? [])).size;

/** Runs the workload amid faults, waits until nothing is in progress, and checks the guarantees. */
async function runOn(stack: Stack, relay: Relay, options: RigOptions): Promise<readonly Offence[]> {
  const { minutes, seed, settleMs } = options;
  const client = createClient(stack.urls.shop);
  const staff: Person = { name: 'Staff', ...stack.people.admin, token: '' };
  await client.signIn(staff);
  const people = await openStories(client, createRandom(seed ^ 0x5eed), {
    staff,
    // The shop lists at most a hundred requests of a customer.
    customers: minutes + 1,
  });
  const pieces = await readPiecesOfShop(stack.urls.mongodb);
  const startedAt = performance.now();
  const say = (text: string) =>
    options.say(`${Math.round((performance.now() - startedAt) / 1000)} s`.padStart(8) + `  ${text}`);
  say(`The shop is open: seed ${seed}, ${minutes} minutes.`);

  const ending = new AbortController();
  const { signal } = ending;
  await Promise.all(
    [sell(people, minutes, signal), disturbAll(stack, relay, { ...options, say }, signal)].map((work) =>
      work.finally(() => ending.abort()),
    ),
  );
  say('everything comes to rest');
  const { calls, listed, acknowledged, unanswered } = await people.look();
  writeFileSync(
    join(stack.folders.logs, 'history.jsonl'),
    calls.map((call) => `${JSON.stringify(call)}\n`).join(''),
  );
  say(
    `${calls.length} calls, ${calls.filter(isOpen).length} with an open outcome; ${countKeys(calls.filter(isAcknowledged))} of ${countKeys(calls)} keyed ones acknowledged`,
  );
  const books = await brokenBooks(stack, settleMs, { pieces, acknowledged });
  const open = unanswered.map((key) => ({ law: 'rest', text: `${key} has no answer, even at rest` }));
  return [...checkHistory(calls, listed), ...books, ...open];
}

/**
 * Runs the workload on a shop of real processes amid faults, waits until nothing is in progress, and checks the answers
 * that clients got and the books of the shop against the guarantees.
 */
export async function runRig(options: RigOptions): Promise<readonly Offence[]> {
  const relay = await startRelay();
  try {
    const stack = await openShop(options, relay);
    try {
      return await runOn(stack, relay, options);
    } finally {
      await stack.stop();
    }
  } finally {
    relay.close();
  }
}

const maxShown = 5;

/** The broken laws, each with its first offences. */
export function offencesInWords(offences: readonly Offence[]): string[] {
  const byLaw = Map.groupBy(offences, ({ law }) => law);
  return [...byLaw].flatMap(([law, offencesOfLaw]) => [
    `BROKEN  ${law}${law in historyLaws ? `: ${historyLaws[law as keyof typeof historyLaws]}` : ''} (${offencesOfLaw.length})`,
    ...offencesOfLaw.slice(0, maxShown).map(({ text }) => `        ${text}`),
  ]);
}
