import { join } from 'node:path';
import { originOption, readCommandLine, refuseCall, wholeNumberOption } from '../bootstrap/command-line.ts';
import { serveControl } from './control.ts';
import { maxInstances, maxReplicas } from './instances.ts';
import { assertPortsFree } from './processes/ports.ts';
import { stopWithParent } from './processes/stop-with-parent.ts';
import { createConsoleReport } from './report.ts';
import { type SeededPerson, seededStaff, seedMode } from './sample-data/people.ts';
import { gateway, portFrom, render, services, stackPorts } from './services/services.ts';
import { checkoutFolder, startStack } from './stack.ts';
import { serveTraces } from './traces/serve-traces.ts';
import { watchedRemotes } from './web/web-build.ts';

const help = `npm start -- [options]        npm run dev -- [remote …] [options]

  --fresh             begin with empty data
  --port-offset <n>   move every port by n, so that two clones run side by side
  --seed              bring the sample data up to date, also in a database that has products
  --no-build          use the existing builds
  --instances <n>     n of each service and two gateways, behind HAProxy; npm run shop kills and restarts single ones
  --replicas <n>      n members of the database and n nodes of the broker, an odd number; npm run shop kills single ones
  --traces            show what each request caused, from the click to the mail, on a page of its own
  --against <shop>    the named remotes in a running shop, such as https://kinmel.example; nothing else is started
  --help              this text

Ports one by one: ${[gateway, ...services, render].map(({ portVariable }) => portVariable).join(', ')},
MONGODB_PORT, RABBITMQ_PORT, SMTP_PORT, MAIL_PAGE_PORT, PAYMENT_SANDBOX_PORT, TRACES_PORT.
Servers of your own: MONGODB_URI (a replica set), AMQP_URL, SMTP_URL.
Card payments: STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET; without them a local sandbox takes them.
Another admin: ADMIN_EMAIL, ADMIN_PASSWORD.
`;

const { values, positionals } = readCommandLine(help, {
  allowPositionals: true,
  options: {
    fresh: { type: 'boolean', default: false },
    'port-offset': { type: 'string', default: '0' },
    seed: { type: 'boolean' },
    'no-build': { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    traces: { type: 'boolean', default: false },
    against: { type: 'string' },
    instances: { type: 'string', default: '1' },
    replicas: { type: 'string', default: '1' },
  },
});
if (positionals.length > 0 && !values.watch)
  refuseCall(
    help,
    `npm start starts the whole shop; to watch some of it: npm run dev -- ${positionals.join(' ')}`,
  );
const { against } = values;
if (against !== undefined) {
  if (!values.watch || positionals.length === 0)
    refuseCall(help, '--against: name a remote: npm run dev -- mfe-catalog --against https://kinmel.example');
  originOption(help, 'against', against);
}
const offset = wholeNumberOption(help, 'port-offset', values['port-offset']);
const instances = wholeNumberOption(help, 'instances', values.instances, 1);
if (instances > maxInstances) refuseCall(help, `--instances: at most ${maxInstances} fit one machine`);
if (instances > 1 && values.watch) refuseCall(help, '--instances: npm run dev has one of each');
const replicas = wholeNumberOption(help, 'replicas', values.replicas, 1);
if (replicas % 2 === 0)
  refuseCall(help, '--replicas: expected an odd number, such as 3: two halves have no majority');
if (replicas > maxReplicas) refuseCall(help, `--replicas: at most ${maxReplicas} fit one machine`);
if (replicas > 1 && values.watch) refuseCall(help, '--replicas: npm run dev has one of each');

const report = createConsoleReport();
/** When other people can reach the shop, its seeds create no account with a published password. */
const orNobody = (person: string) =>
  seedMode() === 'production' ? 'none: everybody knows the password' : person;
/** An admin password that the user has set is not printed. */
const signIn = ({ email, password }: Omit<SeededPerson, 'id'>, ownPassword?: string) =>
  `${email} / ${ownPassword ? 'ADMIN_PASSWORD' : password}`;
const startedAt = performance.now();
let stopping: Promise<void> | undefined;
let isCancelled = false;
let running: { stop(): Promise<void> } | undefined;

async function stopAll(code: number): Promise<void> {
  isCancelled = true;
  stopping ??= (async () => {
    // A running step is completed first, so that no database is half filled.
    report.say(running === undefined ? '\nStopping after the current step …' : '\nStopping …');
    if (running === undefined) return;
    await running.stop();
    report.say('Stopped.');
  })();
  await stopping;
  // Before the stack is complete, its own cleanup ends the process: see the end of this file.
  if (running !== undefined) process.exit(code);
}
// Without a listener, the first write to a closed terminal would end the launcher before its children.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const) {
  process.on(signal, () => void stopAll(signal === 'SIGINT' ? 0 : code));
}
stopWithParent(() => void stopAll(143));

/** Serves the named remotes and the shell from source, in front of a shop elsewhere. */
async function startAgainst(shop: string): Promise<void> {
  const { startDevServer } = await import('../webpack/dev/dev-server.ts');
  const port = stackPorts(offset).gateway;
  await assertPortsFree([{ part: 'the page under development', port, variable: gateway.portVariable }]);
  const names = await watchedRemotes(checkoutFolder, positionals);
  const remotes = Object.fromEntries(names.map((name) => [name, join(checkoutFolder, name)]));
  const server = startDevServer({ remotes, upstream: shop, isElsewhere: true, port });
  running = server;
  await server.built;
  report.say(`\n${names.join(', ')} in ${shop}: http://localhost:${port}\n\nStop with Ctrl-C.\n`);
}

/** Receives the spans of all processes and serves the page of traces. */
async function startTraces() {
  const variable = 'TRACES_PORT';
  const port = portFrom(process.env, variable, 4109 + offset);
  await assertPortsFree([{ part: 'the page of traces', port, variable }]);
  return serveTraces(port);
}

async function startShop(): Promise<void> {
  const traces = values.traces ? await startTraces() : undefined;
  const stack = await startStack({
    ...(process.env.KINMEL_STATE_FOLDER ? { stateFolder: process.env.KINMEL_STATE_FOLDER } : {}),
    ports: stackPorts(offset),
    fresh: values.fresh,
    seed: values.seed,
    build: !values['no-build'],
    instances,
    replicas,
    watch: values.watch && positionals.length > 0 ? positionals : values.watch,
    log: report,
    isCancelled: () => isCancelled,
    ...(traces ? { env: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url } } : {}),
  });
  const control = await serveControl(stack);
  running = {
    stop: async () => {
      control.close();
      await stack.stop();
      traces?.stop();
    },
  };
  if (isCancelled) await stopAll(0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  report.say(`
Kinmel is open (${seconds} s)

  Shop         ${stack.urls.shop}
  Ready?       ${stack.urls.shop}/health/ready
  Remotes      ${stack.urls.shop}/remotes/registry.json
${Object.entries(stack.urls.services)
  .map(([name, url]) => `  ${name.padEnd(12)} ${url}`)
  .join('\n')}
  MongoDB      ${stack.urls.mongodb.replace(/\/\/[^@/]*@/, '//')}
  RabbitMQ     ${stack.urls.amqp.replace(/\/\/[^@/]*@/, '//')}
  Mails        ${stack.urls.mailPage || stack.urls.smtp.replace(/\/\/[^@/]*@/, '//')}
  Payments     ${stack.urls.paymentSandbox ?? 'STRIPE_SECRET_KEY'}${traces ? `\n  Traces       ${traces.url}` : ''}
  Logs         ${stack.folders.logs}

People of the sample data (e-mail / password)

  Admin        ${signIn(stack.people.admin, process.env.ADMIN_PASSWORD)}
  Customer     ${orNobody(signIn(stack.people.customer))}
  Staff        ${orNobody(signIn(seededStaff))}

${stack.instancesNote}Stop with Ctrl-C.
`);
}

try {
  await (against === undefined ? startShop() : startAgainst(against));
} catch (error) {
  if (isCancelled) {
    report.say('Stopped.');
    process.exit(0);
  }
  report.say(
    `\n${error instanceof Error ? error.message : String(error)}\n\nWhat else is wrong here: npm run doctor\n`,
  );
  process.exit(1);
}
