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
  ...more: readonly unknown[]
) => Promise<Response>;

interface DriverServer {
  command: RunCommand;
}

let simulation: Simulation | undefined;
let isInstalled = false;
/** The open transaction, for which everything else waits. */
let owner: mongoose.ClientSession | undefined;
/** All open transactions with their processes: another one may begin while the owner waits. */
const open = new Map<mongoose.ClientSession, Process | undefined>();
let queue: { readonly what: string; readonly goOn: (isEntered: boolean) => void }[] = [];
let isBusy = false;
/** Collections written to, as `database.collection`. */
const touchedRecords = new Set<string>();
/** Answers to reads since the last write, by collection. Most reads of periodic work find the same as before. */
const answers = new Map<string, Map<string, Uint8Array>>();
/** The databases with changes since the last `isChanged`. */
const changed = new Set<string>();

export function simulateDatabase(next: Simulation): void {
  simulation = next;
  // Ids are counted from here, because the driver begins at a random one in each process.
  Object.assign(mongoose.mongo.ObjectId, { index: 0, PROCESS_UNIQUE: Buffer.alloc(5) });
  owner = undefined;
  open.clear();
  queue = [];
  isBusy = false;
  answers.clear();
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
  const was = changed.has(name);
  // Writes of an open transaction become visible when it ends.
  if (owner === undefined) changed.delete(name);
  return was;
}

/** Replaces the command that commits a transaction by one that aborts it. */
function abortOf(commit: object): object {
  const { commitTransaction: _commit, ...more } = commit as Record<string, unknown>;
  return { abortTransaction: 1, ...more };
}

function transactionGivenUp(): Error {
  const error = new mongoose.mongo.MongoServerError({ message: 'The transaction was given up.' });
  error.addErrorLabel('TransientTransactionError');
  return error;
}

const writeCommands = ['insert', 'update', 'findAndModify', 'delete'] as const;

/** Arrays and objects written in code; those of libraries have their own handling of times. */
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
  const isChanged = entries.some(([, before, after]) => before !== after);
  return isChanged ? Object.fromEntries(entries.map(([key, , after]) => [key, after])) : value;
}

/**
 * Runs one operation of the simulated shop at a time. A transaction keeps the database until it ends, so that nothing
 * waits for a lock, and the order of operations depends only on the seed.
 */
async function acquire(session: mongoose.ClientSession | undefined, what: string): Promise<void> {
  while (isBusy || (owner !== undefined && owner !== session)) {
    const entered = await new Promise<boolean>((resolve) => {
      queue.push({ what, goOn: resolve });
    });
    if (entered) break;
  }
  isBusy = true;
}

function release(session: mongoose.ClientSession | undefined, isTransaction: boolean): void {
  isBusy = false;
  if (isTransaction && session) {
    owner = session;
    open.set(session, currentProcess());
  } else {
    if (session) open.delete(session);
    if (owner === session) owner = undefined;
  }
  wake();
}

function wake(): void {
  const waiting = queue;
  queue = [];
  for (const { goOn } of waiting) goOn(false);
}

/**
 * Ends the transactions of a stopped process. The server does that after some seconds, for which the simulation does
 * not wait.
 */
export async function abandonTransactions(process: Process): Promise<void> {
  for (const [session, of] of open) {
    if (of !== process) continue;
    await runOutside(() => session.abortTransaction());
    open.delete(session);
    if (owner === session) owner = undefined;
  }
  wake();
}

/**
 * Called when nothing can continue: a transaction that waits for an operation outside of itself lets that one pass.
 * Returns it.
 */
export function passBlockedOperation(): string | undefined {
  const first = isBusy ? undefined : queue.shift();
  first?.goOn(true);
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
  const real = prototype.command;
  prototype.command = async function command(operation, ...more) {
    const current = simulation;
    const process = currentProcess();
    if (process === undefined || current === undefined) return real.call(this, operation, ...more);
    const { session, commandName } = operation;
    const what = `${commandName} ${operation.ns.db}.${operation.ns.collection ?? ''}`;
    const isInside = session !== undefined && owner === session;
    let isEnd = false;
    let isGivenUp = false;
    if (!isInside && current.isPaused()) await current.waitForTurn(what);
    await acquire(session, what);
    try {
      // The process was stopped while it waited: others must get the database.
      if (process.isStopped) throw new Error(`${process.name} was stopped.`);
      const now = new Date(current.nowMs);
      const memoryAnswer = answerInMemory(operation, now);
      if (memoryAnswer?.answer) return memoryAnswer.answer;
      const build = operation.buildCommand.bind(operation);
      operation.buildCommand = (...args) => {
        const built = build(...args);
        isEnd = 'commitTransaction' in built || 'abortTransaction' in built;
        isGivenUp = 'commitTransaction' in built && current.random.chance(current.disturbance.failCommit);
        if (isGivenUp) return abortOf(built);
        for (const write of writeCommands)
          if (write in built) {
            const name = `${operation.ns.db}.${String(Reflect.get(built, write))}`;
            touchedRecords.add(name);
            changed.add(name);
            answers.delete(name);
          }
        return inSimulatedTime(built, now) as object;
      };
      const answer = await current.during(() => real.call(this, operation, ...more));
      memoryAnswer?.keep(answer);
      if (isGivenUp) throw transactionGivenUp();
      return answer;
    } finally {
      release(session, session?.inTransaction() === true && !isEnd && !process.isStopped);
      await suspendIfStopped(process);
    }
  };
}

/** The cached answer of the database, or where to store its answer; undefined for most operations. */
function answerInMemory(operation: Operation, now: Date) {
  if (operation.commandName === 'runCommand' && 'hello' in operation.buildCommand())
    return { answer: { toObject: () => ({ ok: 1, localTime: now }) }, keep: () => undefined };
  // An open transaction reads its own writes, and others the state before it.
  const isInTransaction = owner !== undefined || operation.session?.inTransaction() === true;
  if (!['find', 'distinct'].includes(operation.commandName) || isInTransaction) return undefined;
  const built = operation.buildCommandDocument();
  const name = `${operation.ns.db}.${String(built['find'] ?? built['distinct'])}`;
  const ofCollection = answers.get(name) ?? new Map<string, Uint8Array>();
  answers.set(name, ofCollection);
  const key = Buffer.from(mongoose.mongo.BSON.serialize(inSimulatedTime(built, now) as object)).toString(
    'latin1',
  );
  const bytes = ofCollection.get(key);
  return {
    answer: bytes && new operation.SERVER_COMMAND_RESPONSE_TYPE(bytes),
    keep(response: Response) {
      const responseBytes = response.toBytes?.();
      if (responseBytes) ofCollection.set(key, responseBytes);
    },
  };
}
