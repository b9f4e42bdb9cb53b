import { readCommandLine, wholeNumberOption } from '../bootstrap/command-line.ts';
import { databaseFolder, runningDatabaseUri } from '../launcher/servers/database.ts';
import { stackPorts } from '../launcher/services/services.ts';
import { defaultStateFolder } from '../launcher/stack-folders.ts';
import { sandboxKey } from '../payment-sandbox/methods.ts';
import { checkBooks } from './check-books.ts';
import { isBroken, report } from './report.ts';
import type { ProviderAccess } from './snapshot.ts';

const help = `npm run check-books -- [options]

Checks the databases of a shop against the invariants of the money path and prints the result of each. Read-only.

  --port-offset <n>   the shop that runs with this offset
  --settle-ms <n>     how long to wait until all events are sent and handled (20000)

Another shop: MONGODB_URI, AMQP_URL, MONGODB_DB_PREFIX, AMQP_PREFIX, as its services have them.
Payments: STRIPE_SECRET_KEY and STRIPE_API_BASE, else those of the payment sandbox of this machine when it runs.
Exits with 1 when an invariant is broken, with 2 when the shop cannot be read.
`;

/** Without a key, only the sandbox of this machine is queried, and only about the shop of this machine. */
async function paymentsOf(env: NodeJS.ProcessEnv, port: number): Promise<ProviderAccess | undefined> {
  if (env.STRIPE_SECRET_KEY)
    return { secretKey: env.STRIPE_SECRET_KEY, apiBase: env.STRIPE_API_BASE || undefined };
  if (env.MONGODB_URI) return undefined;
  const apiBase = `http://127.0.0.1:${port}`;
  const isOpen = await fetch(`${apiBase}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  );
  return isOpen ? { secretKey: sandboxKey, apiBase } : undefined;
}

const withoutPassword = (url: string) => url.replace(/\/\/[^@/]*@/, '//');

const { values } = readCommandLine(help, {
  options: {
    'port-offset': { type: 'string', default: '0' },
    'settle-ms': { type: 'string', default: '20000' },
  },
});
const ports = stackPorts(wholeNumberOption(help, 'port-offset', values['port-offset']));
const settleMs = wholeNumberOption(help, 'settle-ms', values['settle-ms']);
try {
  const { env } = process;
  const ownData = databaseFolder(env.KINMEL_STATE_FOLDER || defaultStateFolder);
  const mongodbUri = env.MONGODB_URI || runningDatabaseUri(ports.mongodb, ownData);
  const { findings, waiting } = await checkBooks({
    mongodbUri,
    payments: await paymentsOf(env, ports.paymentSandbox),
    amqpUrl: env.AMQP_URL || `amqp://guest:guest@127.0.0.1:${ports.rabbitmq}`,
    databasePrefix: env.MONGODB_DB_PREFIX || undefined,
    queuePrefix: env.AMQP_PREFIX || undefined,
    settleMs,
  });
  const idleText = waiting === 0 ? 'at rest' : `not at rest: ${waiting} events are unsent`;
  process.stdout.write(
    `The books of ${withoutPassword(mongodbUri)}, ${idleText}\n${report(findings).join('\n')}\n`,
  );
  process.exitCode = isBroken(findings) ? 1 : 0;
} catch (error) {
  process.stderr.write(
    `The books could not be read: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 2;
}
