import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Relay, startRelay } from './relay.ts';

let relay: Relay;
let echo: Server;
let port: number;

beforeEach(async () => {
  relay = await startRelay();
  echo = createServer((socket) => void socket.on('error', () => undefined).pipe(socket)).listen(
    0,
    '127.0.0.1',
  );
  await once(echo, 'listening');
  ({ port } = echo.address() as AddressInfo);
});

afterEach(() => {
  relay.close();
  echo.close();
});

/** Runs a script as a process of a shop under the rig. */
function inProcess(script: string, env: NodeJS.ProcessEnv = {}) {
  const preload = `file://${join(__dirname, 'in-process.ts')}`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--eval', script], {
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: `--import ${preload}`,
      RIG_RELAY_PORT: String(relay.port),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return { child, output: text(child.stdout) };
}

const connectScript = (port: number) => `
  const socket = require('node:net').connect({ port: ${port}, host: 'localhost' });
  socket.on('data', (data) => { process.stdout.write(String(data)); socket.end(); });
  socket.on('error', ({ code }) => process.stdout.write(code));
  socket.write('hello');`;

it('forwards the connections of a process', async () => {
  expect(await inProcess(connectScript(port)).output).toBe('hello');
});

it('forwards requests of fetch', async () => {
  const { createServer: createHttpServer } = await import('node:http');
  const server = createHttpServer((_, response) => void response.end('answer')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let cutChecks = 0;
  relay.cut(() => {
    cutChecks += 1;
    return false;
  });
  const { output } = inProcess(`fetch('${address}').then((one) => one.text()).then(console.log)`);
  expect((await output).trim()).toBe('answer');
  expect(cutChecks).toBeGreaterThan(0);
  server.close();
});

it('refuses a connection to a port where nothing listens', async () => {
  const closedServer = createServer().listen(0, '127.0.0.1');
  await once(closedServer, 'listening');
  const { port: freePort } = closedServer.address() as AddressInfo;
  closedServer.close();
  expect(await inProcess(connectScript(freePort)).output).toBe('ECONNRESET');
});

it('while it is cut, nothing passes and no error is reported; afterwards the sent data arrives', async () => {
  let cutFrom = 0;
  relay.cut((from, toPort) => {
    cutFrom = from;
    return toPort === port;
  });
  const { child, output } = inProcess(`${connectScript(port)}
    setTimeout(() => process.stdout.write('nothing yet, '), 300);
    setTimeout(() => process.stdout.write('still open, '), 600);`);
  await new Promise((resolve) => {
    child.stdout.on('data', (data) => String(data).includes('still') && resolve(undefined));
  });
  expect(cutFrom).toBe(child.pid);
  relay.heal();
  expect(await output).toBe('nothing yet, still open, hello');
});

it('cuts a connection that is open, in both directions', async () => {
  const { child, output } = inProcess(`
    const socket = require('node:net').connect({ port: ${port}, host: '127.0.0.1' });
    const answers = [];
    socket.on('data', (data) => { answers.push(String(data)); process.stdout.write(answers.join() + ';'); if (answers.length === 2) socket.end(); });
    socket.write('one');
    process.stdin.once('data', () => socket.write('two'));
    process.stdin.unref();`);
  const receivedTexts: string[] = [];
  const waitForText = (words: string) =>
    new Promise<void>((resolve) => {
      child.stdout.on('data', (data) => {
        receivedTexts.push(String(data));
        if (receivedTexts.join('').includes(words)) resolve();
      });
    });
  await waitForText('one;');
  relay.cut((_, toPort) => toPort === port);
  child.stdin.write('go on');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(receivedTexts).toEqual(['one;']);
  relay.heal();
  expect(await output).toBe('one;one,two;');
});

it.each(['3600000', '-3600000'])(
  'a process whose clock is off by %s ms has it in every date',
  async (clock) => {
    const script = `
    const [date, now, given] = [new Date().getTime(), Date.now(), new Date(5).getTime()];
    console.log(JSON.stringify({ off: [date, now].map((one) => one - Number(process.env.REAL)), given, isDate: new Date() instanceof Date }));`;
    const real = Date.now();
    const { output } = inProcess(script, { RIG_CLOCK_MS: clock, REAL: String(real) });
    const { off, given, isDate } = JSON.parse(await output);
    for (const ms of off) expect(Math.abs(ms - Number(clock))).toBeLessThan(30_000);
    expect([given, isDate]).toEqual([5, true]);
  },
);

it('a process above the limit of file sizes fails its writes and continues', async () => {
  const script = `process.kill(process.pid, 'SIGXFSZ'); setTimeout(() => console.log('goes on'), 50);`;
  expect((await inProcess(script).output).trim()).toBe('goes on');
});
