import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import type { Child } from '../processes/child-process.ts';
import { isListening, memberPorts } from '../processes/ports.ts';
import { waitFor } from '../processes/wait.ts';
import { findMongod } from './mongod-binary.ts';
import { assertMembers, countMembers, grouped, memberPath, runServer, startAll } from './running-server.ts';

/** A MongoDB replica set started here, or an external one without `pids`. */
export type Database = Awaited<ReturnType<typeof startDatabase>>;

const replicaSet = 'rs0';
const startLimitMs = 60_000;

/** The errors in mongod's JSON log as text; the whole log when it has none. */
export function readableErrors(log: string): string {
  const errors = log.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return line === '' ? [] : [line];
    const { s: severity, msg, attr } = JSON.parse(line);
    return severity === 'E' || severity === 'F'
      ? [`${msg}: ${attr?.error ?? JSON.stringify(attr ?? {})}`]
      : [];
  });
  return errors.length > 0 ? errors.join('\n') : log;
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'codeName' in error ? error.codeName : undefined;
}

async function untilListening(port: number, child: Child): Promise<void> {
  const failure = (what: string) => () =>
    `MongoDB ${child.isRunning ? what : 'ended while it started'}.\n\n${readableErrors(child.lastLines(60))}`;
  await waitFor(
    async () => {
      if (!child.isRunning) throw new Error(failure('')());
      return (await isListening(port)) ? true : undefined;
    },
    { withinMs: startLimitMs, failure: failure(`did not answer within ${startLimitMs / 1000} s`) },
  );
}

/** Configures the servers as a replica set with a primary, even if their data has other ports. */
async function joinReplicaSet(ports: readonly number[], child: Child): Promise<void> {
  const members = ports.map((port, _id) => ({ _id, host: `127.0.0.1:${port}` }));
  const host = members[0]?.host;
  const client = new mongo.MongoClient(`mongodb://${host}/?directConnection=true`, {
    serverSelectionTimeoutMS: startLimitMs,
  });
  try {
    const admin = client.db('admin');
    try {
      await admin.command({ replSetInitiate: { _id: replicaSet, members } });
    } catch (error) {
      if (codeOf(error) !== 'AlreadyInitialized') throw error;
      const { config } = await admin.command({ replSetGetConfig: 1 }).catch(() => ({ config: undefined }));
      if (config !== undefined && config.members[0]?.host !== host) {
        const moved = { ...config, version: config.version + 1, members };
        await admin.command({ replSetReconfig: moved, force: true });
      }
    }
    await waitFor(
      async () => {
        const { isWritablePrimary, secondary, primary } = await admin.command({ hello: 1 });
        return isWritablePrimary || (secondary && primary !== undefined) ? true : undefined;
      },
      {
        withinMs: startLimitMs,
        failure: () => `MongoDB has no primary.\n\n${readableErrors(child.lastLines(60))}`,
      },
    );
  } finally {
    await client.close();
  }
}

/** mongod on this machine, or in docker, with the arguments of one member. */
function mongodCommand(
  binary: Awaited<ReturnType<typeof findMongod>>,
  {
    port,
    folder,
    count,
    testCommands,
  }: { port: number; folder: string; count: number; testCommands: boolean },
): { command: string; args: string[] } {
  const settings = [
    ...`--port ${port} --replSet ${replicaSet} --wiredTigerCacheSizeGB ${count > 1 ? 0.25 : 0.5}`.split(' '),
    '--setParameter',
    'diagnosticDataCollectionEnabled=false',
    // A service killed during a transaction leaves its locks behind. With the default of a minute its documents would
    // be blocked for as long.
    '--setParameter',
    'transactionLifetimeLimitSeconds=8',
    // A primary would wait 15 s for its clients to go elsewhere.
    '--setParameter',
    'shutdownTimeoutMillisForSignaledShutdown=100',
    ...(testCommands ? ['--setParameter', 'enableTestCommands=1'] : []),
  ];
  if ('docker' in binary) {
    const name = `kinmel-mongodb-${port}`;
    const args = `run --rm --name ${name} -p 127.0.0.1:${port}:${port} -v ${name}:/data/db mongo:8 mongod --bind_ip_all`;
    return { command: 'docker', args: [...args.split(' '), ...settings] };
  }
  const args = '--bind_ip 127.0.0.1 --nounixsocket --networkMessageCompressors disabled --quiet --dbpath';
  return { command: binary.path, args: [...args.split(' '), folder, ...settings] };
}

const uriOf = (ports: readonly number[]): string =>
  `mongodb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/?replicaSet=${replicaSet}`;

/** The URI of the running replica set with its data in `dataFolder`, whose first member has `port`. */
export const runningDatabaseUri = (port: number, dataFolder: string): string =>
  uriOf(memberPorts(port, Math.max(1, countMembers(dataFolder))));

/**
 * Starts MongoDB with its data in `dataFolder`, or uses the one of MONGODB_URI. It listens on the loopback address
 * only.
 */
export async function startDatabase(options: {
  port: number;
  /** Members of the replica set, on the ports from `port`. By default as many as its data is of, or 1. */
  replicas?: number;
  /** Allows `configureFailPoint`, which delays or fails commands. Default false. */
  testCommands?: boolean | undefined;
  dataFolder: string;
  toolsFolder: string;
  logFile: string;
  env?: NodeJS.ProcessEnv;
  onProgress?: (text: string) => void;
}) {
  const {
    dataFolder,
    toolsFolder,
    logFile,
    env = process.env,
    onProgress = () => {},
    testCommands = false,
  } = options;
  if (env.MONGODB_URI)
    return Object.assign(grouped([]), { members: [], uri: env.MONGODB_URI, source: 'MONGODB_URI' });
  const ports = memberPorts(options.port, options.replicas ?? Math.max(1, countMembers(dataFolder)));
  const count = ports.length;
  const binary = await findMongod({ toolsFolder, onProgress, env });
  const inContainer = 'docker' in binary;
  if (inContainer && count > 1)
    throw new Error('--replicas needs a mongod on this machine: in docker there is one member.');
  assertMembers(dataFolder, count);
  onProgress('starting');
  const startMember = (port: number, index: number) => () => {
    const folder = memberPath(dataFolder, index);
    mkdirSync(folder, { recursive: true });
    const { command, args } = mongodCommand(binary, { port, folder, count, testCommands });
    return runServer(async (run) => {
      const child = await run({ name: 'MongoDB', command, args, logFile: memberPath(logFile, index) });
      await untilListening(port, child);
      if (index === 0) await joinReplicaSet(ports, child);
    }, 15_000);
  };
  const [first, ...others] = ports.map(startMember);
  // The first one needs the others to initiate the replica set.
  const started = await startAll([others, first === undefined ? [] : [first]]);
  const members = [...started.slice(-1), ...started.slice(0, -1)];
  return Object.assign(grouped([started.slice(0, -1), started.slice(-1)]), {
    members,
    uri: `${uriOf(ports)}${inContainer ? '&directConnection=true' : ''}`,
    source: inContainer ? 'mongo:8 in docker' : binary.source,
  });
}

export const databaseFolder = (stateFolder: string) => join(stateFolder, 'data', 'mongodb');
