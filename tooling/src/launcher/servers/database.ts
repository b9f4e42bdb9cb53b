import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import type { Child } from '../processes/child-process.ts';
import { isListening } from '../processes/ports.ts';
import { waitFor } from '../processes/wait.ts';
import { findMongod } from './mongod-binary.ts';
import { noServer, runServer } from './running-server.ts';

/** A MongoDB replica set of one member started here, or an external one without `pids`. */
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

/** Makes the server the primary of its own replica set, even if its data has another port. */
async function becomePrimary(port: number, child: Child): Promise<void> {
  const host = `127.0.0.1:${port}`;
  const client = new mongo.MongoClient(`mongodb://${host}/?directConnection=true`, {
    serverSelectionTimeoutMS: startLimitMs,
  });
  const failure = (what: string) => () =>
    `MongoDB ${child.isRunning ? what : 'ended while it started'}.\n\n${readableErrors(child.lastLines(60))}`;
  try {
    const admin = client.db('admin');
    await waitFor(
      async () => {
        if (!child.isRunning) throw new Error(failure('')());
        return (await isListening(port)) ? true : undefined;
      },
      { withinMs: startLimitMs, failure: failure(`did not answer within ${startLimitMs / 1000} s`) },
    );
    const members = [{ _id: 0, host }];
    try {
      await admin.command({ replSetInitiate: { _id: replicaSet, members } });
    } catch (error) {
      if (codeOf(error) !== 'AlreadyInitialized') throw error;
      const { config } = await admin.command({ replSetGetConfig: 1 }).catch(() => ({ config: undefined }));
      if (config !== undefined && config.members[0]?.host !== host) {
        const moved = { ...config, version: config.version + 1, members: [{ ...config.members[0], host }] };
        await admin.command({ replSetReconfig: moved, force: true });
      }
    }
    await waitFor(
      async () => ((await admin.command({ hello: 1 })).isWritablePrimary === true ? true : undefined),
      { withinMs: startLimitMs, failure: failure('did not become primary') },
    );
  } finally {
    await client.close();
  }
}

/**
 * Starts MongoDB with its data in `dataFolder`, or uses the one of MONGODB_URI. It listens on the loopback address
 * only.
 */
export async function startDatabase(options: {
  port: number;
  dataFolder: string;
  toolsFolder: string;
  logFile: string;
  env?: NodeJS.ProcessEnv;
  onProgress?: (text: string) => void;
}) {
  const { port, dataFolder, toolsFolder, logFile, env = process.env, onProgress = () => {} } = options;
  if (env.MONGODB_URI) return { uri: env.MONGODB_URI, source: 'MONGODB_URI', ...noServer };
  const binary = await findMongod({ toolsFolder, onProgress, env });
  mkdirSync(dataFolder, { recursive: true });
  const inContainer = 'docker' in binary;
  const settings = [
    ...`--port ${port} --replSet ${replicaSet} --wiredTigerCacheSizeGB 0.5`.split(' '),
    '--setParameter',
    'diagnosticDataCollectionEnabled=false',
    // A service killed during a transaction leaves its locks behind. With the default of a minute its documents would
    // be blocked for as long.
    '--setParameter',
    'transactionLifetimeLimitSeconds=8',
  ];
  const name = `kinmel-mongodb-${port}`;
  const [command, args] = inContainer
    ? [
        'docker',
        `run --rm --name ${name} -p 127.0.0.1:${port}:${port} -v ${name}:/data/db mongo:8 mongod --bind_ip_all`,
      ]
    : [
        binary.path,
        '--bind_ip 127.0.0.1 --nounixsocket --networkMessageCompressors disabled --quiet --dbpath',
      ];
  const paths = inContainer ? [] : [dataFolder];

  const server = await runServer(async (run) => {
    onProgress('starting');
    const all = [...args.split(' '), ...paths, ...settings];
    await becomePrimary(port, await run({ name: 'MongoDB', command, args: all, logFile }));
  }, 15_000);
  return Object.assign(server, {
    uri: `mongodb://127.0.0.1:${port}/?replicaSet=${replicaSet}${inContainer ? '&directConnection=true' : ''}`,
    source: inContainer ? 'mongo:8 in docker' : binary.source,
  });
}

export const databaseFolder = (stateFolder: string) => join(stateFolder, 'data', 'mongodb');
