import { parentPort, workerData } from 'node:worker_threads';
import { closeRealm } from './close-realm.ts';
import type { RenderMessage, WorkerMessage, WorkerStart } from './messages.ts';
import { createSandbox, failureText, type ServerModules } from './sandbox.ts';

/** The exports of the shell's server file (shell/src/server.tsx). */
interface ShellServer {
  readonly shared: Readonly<Record<string, unknown>>;
  renderPage(request: object): Promise<string>;
}

/** Maximum number of log lines per worker, so that a page that logs on every rendering does not flood the log. */
const maxNotes = 50;

const { parts, running, loadMs } = workerData as WorkerStart;
const port = parentPort;
if (!port) throw new Error('This file runs as a worker');

const postMessage = (message: WorkerMessage) => port.postMessage(message);
let notes = 0;
const logLine = (text: string) => {
  notes += 1;
  if (notes <= maxNotes) postMessage({ kind: 'note', text: text.slice(0, 500) });
};
// An unhandled rejection of a widget does not end the worker.
process.on('unhandledRejection', (error) => logLine(`Unhandled rejection: ${failureText(error)}`));

closeRealm();

const runningIndex = new Int32Array(running);
const sandbox = createSandbox(logLine);
const faults: Record<string, string> = {};
const modules = new Map<string, unknown>();

function loadShell(): ShellServer {
  const [shell] = parts;
  if (!shell) throw new Error('There is no shell');
  const shellModules = sandbox.load(
    shell,
    (key) => {
      throw new Error(`The shell bundles everything and must not require ${key}`);
    },
    loadMs,
  );
  return sandbox.call(() => shellModules['server']?.() as ShellServer, loadMs);
}

function loadRemotes({ shared }: ShellServer): void {
  const require = (key: string) => {
    if (!Object.hasOwn(shared, key)) throw new Error(`${key} is not shared`);
    return shared[key];
  };
  for (const [index, part] of parts.entries()) {
    if (index === 0) continue;
    Atomics.store(runningIndex, 0, index);
    let remoteModules: ServerModules = {};
    try {
      remoteModules = sandbox.load(part, require, loadMs);
    } catch (error) {
      faults[part.name] = failureText(error);
    }
    for (const [name, run] of Object.entries(remoteModules)) {
      const key = `${part.name}/${name}`;
      try {
        modules.set(key, sandbox.call(run, loadMs));
      } catch (error) {
        faults[key] = failureText(error);
      }
    }
  }
}

const shell = loadShell();
loadRemotes(shell);
Atomics.store(runningIndex, 0, 0);

function loadRemoteModule(remote: string, module: string): unknown {
  const key = `${remote}/${module}`;
  const loadedModule = modules.get(key);
  if (loadedModule === undefined)
    throw new Error(`${key}: ${faults[key] ?? faults[remote] ?? 'there is no server file'}`);
  return loadedModule;
}

async function render({ id, text }: RenderMessage): Promise<void> {
  try {
    const request = Object.assign(sandbox.parse(text), { loadRemoteModule: sandbox.wrap(loadRemoteModule) });
    const html = await shell.renderPage(request);
    postMessage({ kind: 'rendered', id, html: String(html) });
  } catch (error) {
    postMessage({ kind: 'failed', id, reason: failureText(error) });
  } finally {
    sandbox.clearTimers();
  }
}

port.on('message', (message: RenderMessage) => void render(message));
postMessage({ kind: 'ready', faults });
