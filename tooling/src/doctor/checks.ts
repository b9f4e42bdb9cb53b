import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { openRegistry, shellPart, versionFolder } from '@kinmel/gateway/registry';
import { readConfig } from '@kinmel/service-kit';
import { changedText, consumerTest, pactsOfCheckout, unverifiedPacts } from '../deploy/verified-contracts.ts';
import { describeTaken } from '../launcher/processes/ports.ts';
import { brokerFolder } from '../launcher/servers/broker.ts';
import { databaseFolder } from '../launcher/servers/database.ts';
import { configSchemaOf } from '../launcher/services/config-schema.ts';
import { bundledInputs, serviceInputs } from '../launcher/services/service-build.ts';
import { services, stackPorts } from '../launcher/services/services.ts';
import { portUses, runningShop, stackFolders } from '../launcher/stack.ts';
import { bundledParts } from '../launcher/tasks/build-shop.ts';
import { lastWebBuild, remoteNames, webInputs } from '../launcher/web/web-build.ts';
import { installChromium } from '../test/chromium.ts';
import { keyFiles } from '../webpack/paths.ts';
import { type Checks, messageOf } from './check.ts';
import type { Probe } from './machine-probe.ts';

const megabyte = 1024 ** 2;

/** RabbitMQ blocks publishers below 200 MB, and a first start writes bundles, versions and data. */
const neededDiskMegabytes = 1024;

/** mongod has a cache of 512 MB (`startDatabase`), and needs as much again for connections and sorts. */
const neededMemoryMegabytes = 1024;

/** The shortest period that depends on the clocks of two machines: a hold of stock. */
const allowedClockSeconds = 60;

/** Variables with addresses of servers, their default ports, and the data folders of local servers. */
const ownServers = [
  { variable: 'MONGODB_URI', usualPort: 27_017, folderOf: databaseFolder },
  { variable: 'AMQP_URL', usualPort: 5672, folderOf: brokerFolder },
];

/** False before the first start, which generates the keys of the checkout. */
const isStarted = ({ env }: Probe) => existsSync(keyFiles(env).publicKeysFile);

/** The active versions without canaries, because the next deploy or rollback ends these. */
async function openActive({ env, state }: Probe) {
  const { registry: registryFolder, remotes: remotesFolder, shell: shellsFolder } = stackFolders(state);
  const folders = { ...keyFiles(env), registryFolder, remotesFolder, shellsFolder };
  const registry = openRegistry(folders);
  return { folders, registry, active: (await registry.current())?.active ?? {} };
}

/** Errors of files that are not valid JSON, by path. */
async function* unreadableFiles(folder: string, patterns: string[]) {
  for await (const file of glob(patterns, { cwd: folder })) {
    try {
      JSON.parse(await readFile(join(folder, file), 'utf8'));
    } catch (error) {
      yield { file, fault: `${file}: ${messageOf(error)}` };
    }
  }
}

/** Run after `installChecks`: they use the installed packages. */
export const checks: Checks = {
  async *ports({ env, state, isPortFree }) {
    // The shop of this checkout may occupy its own ports.
    if (runningShop(state)) return;
    const takenPorts = await describeTaken(portUses(stackPorts(0, env), env), isPortFree);
    if (takenPorts.length > 0)
      yield { fault: takenPorts.join('\n').trim(), mend: 'npm start -- --port-offset 100' };
  },
  async *disk({ freeDiskBytes }) {
    const freeMegabytes = Math.floor((await freeDiskBytes()) / megabyte);
    if (freeMegabytes < neededDiskMegabytes)
      yield {
        fault: `${freeMegabytes} MB are free, ${neededDiskMegabytes} MB are needed`,
        mend: 'rm -r .kinmel/build .kinmel/logs   (the next start builds again)',
      };
  },
  async *'memory for MongoDB'({ env, state, freeMemoryBytes }) {
    if (env.MONGODB_URI || runningShop(state)) return;
    const freeMegabytes = Math.floor(freeMemoryBytes() / megabyte);
    if (freeMegabytes < neededMemoryMegabytes)
      yield {
        fault: `${freeMegabytes} MB are available, mongod needs ${neededMemoryMegabytes} MB`,
        mend: "end other programs, or MONGODB_URI='mongodb://<other machine>/?replicaSet=rs0' npm start",
      };
  },
  async *environment({ env }) {
    const schemas = await Promise.all(bundledParts.map(({ folder }) => configSchemaOf(folder)));
    const reads = schemas.map((schema) => () => readConfig(schema, env));
    const faults = new Set<string>();
    for (const readSetting of [() => stackPorts(0, env), ...reads]) {
      try {
        readSetting();
      } catch (error) {
        for (const line of messageOf(error).split('\n')) faults.add(line);
      }
    }
    for (const fault of faults) {
      // Missing variables are set by the launcher.
      if (!fault.endsWith('(it is not set)')) yield { fault, mend: `unset ${fault.split(':')[0]}` };
    }
  },
  async *'one React'({ root }) {
    // In workspaces and in packages, also scoped ones.
    const copies = glob('{*,*/*,*/*/*}/node_modules/{react,react-dom}', { cwd: root });
    for await (const copy of copies)
      yield { fault: `${copy} is a second copy; hooks fail`, mend: `rm -rf ${copy} && npm dedupe` };
  },
  async *'remotes fit the shell'(probe) {
    if (!isStarted(probe)) return;
    const { registry, active } = await openActive(probe);
    const { [shellPart]: shell, ...remotes } = active;
    // Unreadable versions are reported by the check of `.kinmel`.
    const activeShell = shell && (await registry.readShell(shell.version).catch(() => undefined));
    for (const [remote, { version }] of Object.entries(remotes)) {
      const build = await registry.readBuild(remote, version).catch(() => undefined);
      const faults = build ? await registry.faultsOf(build, [], activeShell) : [];
      for (const fault of faults)
        yield { fault: `${remote} ${version}: ${fault}`, mend: `npm run deploy -- ${remote}` };
    }
  },
  async *builds({ root }) {
    const buildFolder = join(root, '.kinmel', 'build');
    const stale: string[] = [];
    for (const part of bundledParts) {
      const built = await bundledInputs(buildFolder, part.name);
      if (built !== '' && built !== (await serviceInputs(root, part))) stale.push(part.name);
    }
    for (const target of ['shell', ...(await remoteNames(root))]) {
      const built = await lastWebBuild(buildFolder, target).catch(() => null);
      if (built !== null && built.inputs !== (await webInputs(root, target))) stale.push(target);
    }
    if (stale.length > 0)
      yield {
        fault: `older than their sources: ${stale.join(', ')}`,
        mend: `npm run build -- ${stale.join(' ')}`,
      };
  },
  async *pacts({ root, state }) {
    for await (const { file, fault } of unreadableFiles(root, ['pacts/*.json']))
      yield { fault, mend: `git checkout -- ${file}` };
    const contracts = { root, state: join(root, '.kinmel'), registryFolder: stackFolders(state).registry };
    for (const { name } of services) {
      const ownPacts = (await pactsOfCheckout(contracts, name)).filter(({ service }) => service === name);
      const unverified = await unverifiedPacts(ownPacts, contracts);
      for (const { of } of unverified.filter(({ why }) => why === changedText))
        yield {
          fault: `the contract of ${of} with ${name} ${changedText}`,
          mend: `npm test -- ${consumerTest(name)}`,
        };
    }
  },
  async *clock({ now, timeElsewhere, git }) {
    // With a clock that is far behind, the certificate of the package registry is not valid yet, so the last commit counts.
    const lastCommit = Number(await git('log', '-1', '--format=%ct')) * 1000;
    const referenceMs = (await timeElsewhere()) ?? Math.max(now(), lastCommit);
    const secondsAhead = Math.round((now() - referenceMs) / 1000);
    if (Math.abs(secondsAhead) > allowedClockSeconds)
      yield {
        fault: `it is ${Math.abs(secondsAhead)} s ${secondsAhead > 0 ? 'ahead of' : 'behind'} other machines`,
        mend: 'sudo timedatectl set-ntp true',
      };
  },
  // Only for servers on this machine: it is unknown which shop a remote server belongs to.
  async *'own database and broker'({ env, state, portOwner }) {
    for (const { variable, usualPort: defaultPort, folderOf } of ownServers) {
      const local = /[/@](?:localhost|127\.0\.0\.1)(?::(\d+))?/.exec(env[variable] ?? '');
      const owner = local ? await portOwner(Number(local[1] ?? defaultPort)) : undefined;
      if (owner?.command.includes(folderOf('/')) && !owner.command.includes(folderOf(state)))
        yield {
          fault: `${variable} leads to the server of another shop (process ${owner.pid})`,
          mend: `unset ${variable}   (npm start then starts its own)`,
        };
    }
  },
  async *'.kinmel'(probe) {
    const { root, state } = probe;
    const files = ['*.json', 'build/*.json', 'registry/*/revision.json'];
    for await (const { file, fault } of unreadableFiles(state, files)) {
      // A revision folder is only usable as a whole.
      const damagedPath = join(state, file.startsWith('registry/') ? dirname(file) : file);
      yield { fault, mend: `rm -r ${relative(root, damagedPath)} && npm start` };
    }
    if (!isStarted(probe)) return;
    const { folders, registry, active } = await openActive(probe);
    for (const [part, { version }] of Object.entries(active)) {
      try {
        await registry.verifyFiles(part, await registry.readVersion(part, version));
      } catch (error) {
        const folder = relative(root, versionFolder(folders, part, version));
        yield { fault: messageOf(error), mend: `rm -rf ${folder} && npm start` };
      }
    }
  },
  async *'browser for tests'({ chromium }) {
    if (chromium() === undefined)
      yield { fault: 'no Chromium was found', mend: `${installChromium}   (or set CHROMIUM_PATH)` };
  },
  async *'line ends'({ git }) {
    const lines = (await git('ls-files', '--eol')).split('\n');
    const files = lines.filter((line) => /w\/(crlf|mixed)/.test(line));
    if (files.length > 0)
      yield {
        fault: `${files.length} with those of Windows, such as ${files[0]?.split('\t')[1]}`,
        mend: "git config core.autocrlf false && sed -i 's/\\r$//' $(git ls-files --eol | grep -E 'w/(crlf|mixed)' | cut -f 2)",
      };
  },
};
