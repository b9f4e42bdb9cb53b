import { readCommandLine, refuseCall, wholeNumberOption } from '../bootstrap/command-line.ts';
import { plantedFaults } from './planted-faults.ts';
import { offencesInWords, runRig } from './run-rig.ts';

const help = `npm run rig [-- options]

Starts a shop of several instances. Customers and staff send orders, returns and trade-ins with idempotency keys while processes
are killed, frozen, cut off, have a full disk or a wrong clock. Compares the answers that they got with the final state of the shop.

  --minutes <n>       duration of the run, with 100 keyed calls a minute (20)
  --seed <n>          chooses the faults and what people do (1)
  --instances <n>     of each service (3)
  --replicas <n>      of database and broker, an odd number (3)
  --planted <a,b>     switches on these faults one by one, or all; by default for two minutes, with two instances
  --help              this text

Exits with 1 when a law is broken, or a planted fault is not found. The calls: .kinmel/rig/logs/history.jsonl
`;

const { values } = readCommandLine(help, {
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: '1' },
    instances: { type: 'string' },
    replicas: { type: 'string', default: '3' },
    planted: { type: 'string' },
  },
});
const { planted } = values;
const isShort = planted !== undefined;
const replicas = wholeNumberOption(help, 'replicas', values.replicas, 1);
if (replicas % 2 === 0) refuseCall(help, '--replicas: expected an odd number, such as 3');
const options = {
  minutes: wholeNumberOption(help, 'minutes', values.minutes ?? (isShort ? '2' : '20'), 1),
  seed: wholeNumberOption(help, 'seed', values.seed),
  instances: wholeNumberOption(help, 'instances', values.instances ?? (isShort ? '2' : '3'), 1),
  replicas,
  settleMs: isShort ? 30_000 : 120_000,
  say: (line: string) => void process.stdout.write(`${line}\n`),
};
const { say } = options;

/** Switches on each planted fault in turn and reports which guarantee detects it. */
async function findPlanted(names: string): Promise<boolean> {
  const chosenFaults = plantedFaults.filter(([name]) => names === 'all' || names.split(',').includes(name));
  if (chosenFaults.length === 0)
    refuseCall(help, `--planted: there are ${plantedFaults.map(([name]) => name).join(', ')}`);
  let foundCount = 0;
  for (const [name, laws, effect] of chosenFaults) {
    const offences = await runRig({ ...options, planted: name });
    const brokenLaws = [...new Set(offences.map(({ law }) => law))];
    const isFound = brokenLaws.some((law) => laws.split(' ').includes(law));
    if (isFound) foundCount += 1;
    say(
      `${isFound ? 'found ' : 'MISSED'}  ${name}: ${effect} (${brokenLaws.join(', ') || 'nothing is broken'})`,
    );
  }
  say(`${foundCount} of ${chosenFaults.length} planted faults were found.`);
  return foundCount === chosenFaults.length;
}

async function runOnce(): Promise<boolean> {
  const offences = await runRig(options);
  for (const line of offencesInWords(offences)) say(line);
  say(offences.length === 0 ? 'Every law holds.' : `${offences.length} offences.`);
  return offences.length === 0;
}

// Open sockets of killed processes would keep this process running.
process.exit((await (planted === undefined ? runOnce() : findPlanted(planted))) ? 0 : 1);
