import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PortOwner {
  pid: number;
  command: string;
  /** Process group, on Linux only. The group of a launcher's child is the child's pid. */
  group?: number;
}

export interface PortUse {
  part: string;
  port: number;
  /** Environment variable that changes the port. */
  variable: string;
}

/** True when a server could listen on the port now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

/** True when something accepts connections on the port. Unlike binding, this cannot block a server that starts. */
export async function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  const socket = createConnection({ port, host });
  const isOpen = await once(socket, 'connect').catch(() => undefined);
  socket.destroy();
  return isOpen !== undefined;
}

/** A free port; another process could still take it first. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await probe[Symbol.asyncDispose]();
  return port;
}

/** The consecutive ports of the members of a server. */
export const memberPorts = (port: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => port + index);

const listenState = '0A';

async function inodesListeningOn(port: number): Promise<Set<string>> {
  const portInHex = port.toString(16).toUpperCase().padStart(4, '0');
  const inodes = new Set<string>();
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const text = await readFile(table, 'utf8').catch(() => '');
    for (const row of text.split('\n').slice(1)) {
      const columns = row.trim().split(/\s+/);
      if (columns[1]?.endsWith(`:${portInHex}`) && columns[3] === listenState && columns[9])
        inodes.add(columns[9]);
    }
  }
  return inodes;
}

async function hasOneOf(inodes: ReadonlySet<string>, pid: string): Promise<boolean> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  for (const file of files) {
    const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '');
    if (target.startsWith('socket:[') && inodes.has(target.slice('socket:['.length, -1))) return true;
  }
  return false;
}

async function ownerFromProc(port: number, likelyPid: number | undefined): Promise<PortOwner | undefined> {
  const inodes = await inodesListeningOn(port);
  if (inodes.size === 0) return undefined;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  if (likelyPid !== undefined) pids.unshift(String(likelyPid));
  for (const pid of pids) {
    if (!(await hasOneOf(inodes, pid))) continue;
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The process name before the closing bracket may contain spaces.
    const group = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[2]);
    return { pid: Number(pid), command: commandLine.replaceAll('\0', ' ').trim(), group };
  }
  return undefined;
}

async function ownerFromLsof(port: number): Promise<PortOwner | undefined> {
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fp']).catch(() => ({
    stdout: '',
  }));
  const pid = Number(/^p(\d+)/m.exec(stdout)?.[1]);
  if (!pid) return undefined;
  const processList = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return { pid, command: processList.stdout.trim() };
}

/**
 * The process that listens on the port, if this user may see it. Scanning every process takes 0.1 s, so `likelyPid` is
 * checked first.
 */
export async function portOwner(port: number, likelyPid?: number): Promise<PortOwner | undefined> {
  return process.platform === 'linux' ? ownerFromProc(port, likelyPid) : ownerFromLsof(port);
}

const shorten = (text: string) => (text.length > 120 ? `${text.slice(0, 117)}…` : text);

async function describeUse({ part, port, variable }: PortUse): Promise<string> {
  const owner = await portOwner(port);
  const who = owner ? `process ${owner.pid}: ${shorten(owner.command)}` : 'a process of another user';
  return `  port ${port}, needed by ${part}, is in use by ${who}\n    other port: ${variable}=${port + 100}`;
}

/** A text for each port that is in use, with its owner and the variable that changes it. */
export async function describeTaken(
  uses: readonly PortUse[],
  isFree: (port: number) => Promise<boolean> = isPortFree,
): Promise<string[]> {
  const free = await Promise.all(uses.map(({ port }) => isFree(port)));
  return Promise.all(uses.filter((_, index) => free[index] === false).map(describeUse));
}

/** Throws before anything is started, naming every used port. */
export async function assertPortsFree(uses: readonly PortUse[]): Promise<void> {
  const lines = await describeTaken(uses);
  if (lines.length === 0) return;
  throw new Error(
    `These ports are in use, so nothing was started:\n\n${lines.join('\n')}\n\n` +
      'Stop that process, or take the other port; a whole shop runs beside it: npm start -- --port-offset 100',
  );
}

/** Distinct ports that are free at the same moment. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
