import mongoose from 'mongoose';
import { currentProcess, type Process, runOutside, type Simulation, suspendIfStopped } from './simulation.ts';

/** The used part of the driver: every command of every operation goes through `command`. */
interface Operation {
  readonly commandName: string;
  readonly ns: { readonly db: string; readonly collection?: string };
  readonly session?: mongoose.ClientSession | undefined;
  readonly SERVER_COMMAND_RESPONSE_TYPE: new (bytes: Uint8Array) => Response;
  buildCommand(...args: readonly unknown[]): object;
  /** Only `find` and `distinct` have this property. */
  buildCommandDocument(): mongoose.mongo.BSON.Document;
}

interface Response {
  toObject(): object;
  toBytes?(): Uint8Array;
}

type RunCommand = (
  this: DriverServer,
  operation: Operation,
  ...rest: readonly unknown[]
) => Promise<Response>;

interface DriverServer {
  command: RunCommand;
}

let simulation: Simulation | undefined;
let isInstalled = false;
/** The open transaction; operations outside of it wait. */
let owner: mongoose.ClientSession | undefined;
/** All open transactions with their processes: another one may begin while the owner waits. */
const openTransactions = new Map<mongoose.ClientSession, Process | undefined>();
let queue: { readonly what: string; readonly resume: (isEntered: boolean) => void }[] = [];
let isBusy = false;
/** Collections written to, as `database.collection`. */
const touchedRecords = new Set<string>();
/** Cached answers to reads since the last write, by collection. Most reads of periodic work return the same again. */
const cachedReads = new Map<string, Map<string, Uint8Array>>();
/** The databases with changes since the last `isChanged`. */
const changed = new Set<string>();

export function simulateDatabase(next: Simulation): void {
  simulation = next;
  // Makes ids deterministic: the driver starts its counter at a random number in each process.
  Object.assign(mongoose.mongo.ObjectId, { index: 0, PROCESS_UNIQUE: Buffer.alloc(5) });
  owner = undefined;
  openTransactions.clear();
  queue = [];
  isBusy = false;
  cachedReads.clear();
}

/** Collections written to since the last call. */
export function takeTouched(): string[] {
  const names = [...touchedRecords];
  touchedRecords.clear();
  for (const name of names) changed.add(name);
  return names;
}

/** Whether a collection may have changed since the last call. */
export function isChanged(name: string): boolean {
  const hadChanged = changed.has(name);
  // Writes of an open transaction become visible when it ends.
  if (owner === undefined) changed.delete(name);
  return hadChanged;
}

/** Replaces the command that commits a transaction by one that aborts it. */
function abortOf(commit: object): object {
  const { commitTransaction: _commit, ...rest } = commit as Record<string, unknown>;
  return { abortTransaction: 1, ...rest };
}

function transactionAborted(): Error {
  const error = new mongoose.mongo.MongoServerError({ message: 'The transaction was given up.' });
  error.addErrorLabel('TransientTransactionError');
  return error;
}

const writeCommands = ['insert', 'update', 'findAndModify', 'delete'] as const;

/** Plain arrays and objects; those of libraries handle times themselves. */
const isPlain = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return !('isMongooseArray' in value);
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** Replaces the database's time by the simulated clock. Returns the same object when it contains none. */
function inSimulatedTime(value: unknown, now: Date): unknown {
  if (value === '$$NOW') return now;
  if (!isPlain(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map((one) => inSimulatedTime(one, now));
    return items.some((one, index) => one !== value[index]) ? items : value;
  }
  const entries = Object.entries(value).map(([key, one]) => [key, one, inSimulatedTime(one, now)] as const);
  const isChanged = entries.some(([, originalValue, newValue]) => originalValue !== newValue);
  return isChanged ? Object.fromEntries(entries.map(([key, , newValue]) => [key, newValue])) : value;
}

/**
 * Runs one operation of the simulated shop at a time. A transaction has the database exclusively until it ends, so that no
 * operation waits for a lock of the server, and the order of operations depends only on the seed.
 */
async function acquire(session: mongoose.ClientSession | undefined, what: string): Promise<void> {
  while (isBusy || (owner !== undefined && owner !== session)) {
    const entered = await new Promise<boolean>((resolve) => {
      queue.push({ what, resume: resolve });
    });
    if (entered) break;
  }
  isBusy = true;
}

function release(session: mongoose.ClientSession | undefined, isTransaction: boolean): void {
  isBusy = false;
  if (isTransaction && session) {
    owner = session;
    openTransactions.set(session, currentProcess());
  } else {
    if (session) openTransactions.delete(session);
    if (owner === session) owner = undefined;
  }
  wake();
}

function wake(): void {
  const waiting = queue;
  queue = [];
  for (const { resume } of waiting) resume(false);
}

/**
 * Aborts the transactions of a stopped process. The server would do that after some seconds, for which the simulation
 * does not wait.
 */
export async function abandonTransactions(process: Process): Promise<void> {
  for (const [session, owningProcess] of openTransactions) {
    if (owningProcess !== process) continue;
    await runOutside(() => session.abortTransaction());
    openTransactions.delete(session);
    if (owner === session) owner = undefined;
  }
  wake();
}

/**
 * Called when nothing can continue: the open transaction waits for an operation outside of it, so that operation may run.
 * Returns its description.
 */
export function passBlockedOperation(): string | undefined {
  const first = isBusy ? undefined : queue.shift();
  first?.resume(true);
  return first?.what;
}

/** Lets the simulation decide when each operation of a service begins. Call it once per process. */
export function installDatabaseGate(client: mongoose.mongo.MongoClient): void {
  if (isInstalled) return;
  isInstalled = true;
  // The driver exports neither its servers nor a hook that could wait.
  const { topology } = client as unknown as {
    topology: { s: { servers: Map<string, DriverServer> } };
  };
  const [server] = topology.s.servers.values();
  const prototype = Object.getPrototypeOf(server) as DriverServer;
  const realCommand = prototype.command;
  prototype.command = async function command(operation, ...rest) {
    const current = simulation;
    const process = currentProcess();
    if (process === undefined || current === undefined) return realCommand.call(this, operation, ...rest);
    const { session, commandName } = operation;
    const what = `${commandName} ${operation.ns.db}.${operation.ns.collection ?? ''}`;
    const isInTransaction = session !== undefined && owner === session;
    let isLastCommand = false;
    let isAborted = false;
    if (!isInTransaction && current.isPaused()) await current.waitForTurn(what);
    await acquire(session, what);
    try {
      // The process was stopped while it waited: releases the database for others.
      if (process.isStopped) throw new Error(`${process.name} was stopped.`);
      const now = new Date(current.nowMs);
      const cached = answerInMemory(operation, now);
      if (cached?.answer) return cached.answer;
      const build = operation.buildCommand.bind(operation);
      operation.buildCommand = (...args) => {
        const command = build(...args);
        isLastCommand = 'commitTransaction' in command || 'abortTransaction' in command;
        isAborted = 'commitTransaction' in command && current.random.chance(current.disturbance.failCommit);
        if (isAborted) return abortOf(command);
        for (const write of writeCommands)
          if (write in command) {
            const name = `${operation.ns.db}.${String(Reflect.get(command, write))}`;
            touchedRecords.add(name);
            changed.add(name);
            cachedReads.delete(name);
          }
        return inSimulatedTime(command, now) as object;
      };
      const answer = await current.during(() => realCommand.call(this, operation, ...rest));
      cached?.store(answer);
      if (isAborted) throw transactionAborted();
      return answer;
    } finally {
      release(session, session?.inTransaction() === true && !isLastCommand && !process.isStopped);
      await suspendIfStopped(process);
    }
  };
}

/** The cached answer to a read, and a function that caches a new answer; undefined for operations that are not cached. */
function answerInMemory(operation: Operation, now: Date) {
  if (operation.commandName === 'runCommand' && 'hello' in operation.buildCommand())
    return { answer: { toObject: () => ({ ok: 1, localTime: now }) }, store: () => undefined };
  // Inside an open transaction reads see its writes, and outside the state before it.
  const isInTransaction = owner !== undefined || operation.session?.inTransaction() === true;
  if (!['find', 'distinct'].includes(operation.commandName) || isInTransaction) return undefined;
  const command = operation.buildCommandDocument();
  const name = `${operation.ns.db}.${String(command['find'] ?? command['distinct'])}`;
  const cachedAnswers = cachedReads.get(name) ?? new Map<string, Uint8Array>();
  cachedReads.set(name, cachedAnswers);
  const key = Buffer.from(mongoose.mongo.BSON.serialize(inSimulatedTime(command, now) as object)).toString(
    'latin1',
  );
  const bytes = cachedAnswers.get(key);
  return {
    answer: bytes && new operation.SERVER_COMMAND_RESPONSE_TYPE(bytes),
    store(response: Response) {
      const responseBytes = response.toBytes?.();
      if (responseBytes) cachedAnswers.set(key, responseBytes);
    },
  };
}
