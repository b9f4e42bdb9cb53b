import { Worker } from 'node:worker_threads';
import { workerPermissions } from '../sets/set-worker.ts';

/** Runs code outside the sandbox in a thread with a worker's permissions and a closed realm; resolves with its answer. */
const inWorker = (code: string) =>
  new Promise<string>((resolve, reject) => {
    const worker = new Worker(
      `const { parentPort, Worker } = require('node:worker_threads');
      const [fs, { execSync }, { Session }] = ['fs', 'child_process', 'inspector'].map(require);
      const { process } = globalThis;
      import(${JSON.stringify(new URL('./close-realm.ts', import.meta.url).href)})
        .then(({ closeRealm }) => closeRealm())
        .then(async () => { ${code} })
        .then((answer) => parentPort.postMessage('done: ' + answer), (error) => parentPort.postMessage(error.message));`,
      { eval: true, env: {}, execArgv: [...workerPermissions] },
    );
    worker.once('message', resolve);
    worker.once('error', reject);
  });

const restricted = /restricted/;
const noModules = /there are no modules here/;

it.each([
  ['reads no file', "return fs.readFileSync('/etc/passwd');", restricted],
  ['writes no file', "fs.writeFileSync('/tmp/kinmel-left', '');", restricted],
  ['starts no process', "execSync('id');", restricted],
  ['starts no thread', "new Worker('1', { eval: true });", restricted],
  ['has no inspector of the main thread', 'new Session().connectToMainThread();', restricted],
  ['has no bindings of Node', "process.binding('tcp_wrap');", /process\.binding/],
  ['loads no module for the network', "await import('node:net');", noModules],
  ['requires no module for the network', "require('node:net');", noModules],
  ['gets no module from the process', "process.getBuiltinModule('net');", /not a function/],
  ['generates no code', "return (() => {}).constructor('return 1')();", /not generated/],
  ['generates no asynchronous code', "return (async () => {}).constructor('return 1')();", /not generated/],
])('page code outside the sandbox %s', async (_what, code, refusal) => {
  expect(await inWorker(code)).toMatch(refusal);
});
