import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { serviceInputs } from '../launcher/services/service-build.ts';
import { services } from '../launcher/services/services.ts';

/** Where contracts stand and where it is kept who has verified which. */
export interface ContractFolders {
  /** The checkout, with `pacts/` in it. */
  readonly root: string;
  /** Git-ignored; what was verified belongs to the sources as they are here. */
  readonly state: string;
}

const recordSchema = z.record(
  z.string(),
  z.object({
    /** SHA-256 of the contract's text. */
    contract: z.string(),
    /** The version of its owner that kept it: the hash of all that its bundle is made from. */
    version: z.string(),
    at: z.iso.datetime(),
  }),
);

/** What was verified, by the name of the contract's file. */
type VerifiedContracts = z.output<typeof recordSchema>;

const recordFile = ({ state }: ContractFolders) => join(state, 'verified-contracts.json');
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
const ownerTest = /^services\/([^/]+)\/src\/consumers\.contract\.test\.ts$/;

/** The name of a contract's file without the consumer: `mfe-catalog-order.json` of `mfe-catalog` is `order`'s. */
const ownerOf = (file: string, consumer: string) => file.slice(consumer.length + 1, -'.json'.length);

async function readRecord(folders: ContractFolders): Promise<VerifiedContracts> {
  const text = await readFile(recordFile(folders), 'utf8').catch(() => '{}');
  return recordSchema.parse(JSON.parse(text));
}

async function sourceVersion(root: string, owner: string): Promise<string> {
  const part = services.find(({ name }) => name === owner);
  if (part === undefined) throw new Error(`${owner} has a contract and is no service.`);
  return serviceInputs(root, part);
}

/** The version of a service that runs: of the bundle that `npm start` takes, or of the sources when there is none. */
async function liveVersion({ root, state }: ContractFolders, owner: string): Promise<string> {
  const built = await readFile(join(state, 'build', owner, 'inputs.sha256'), 'utf8').catch(() => '');
  return built || sourceVersion(root, owner);
}

/**
 * Keeps that the owners whose tests passed keep all that others need of them, as they are now.
 * @param passed test files that passed, relative to the checkout; others than owners' tests count nothing
 */
export async function recordVerifications(
  folders: ContractFolders,
  passed: readonly string[],
): Promise<void> {
  const owners = passed.flatMap((file) => ownerTest.exec(file)?.[1] ?? []);
  if (owners.length === 0) return;
  const pacts = join(folders.root, 'pacts');
  const record = await readRecord(folders);
  for (const owner of owners) {
    const version = await sourceVersion(folders.root, owner);
    for (const file of (await readdir(pacts)).filter((name) => name.endsWith(`-${owner}.json`)))
      record[file] = {
        contract: digestOf(await readFile(join(pacts, file), 'utf8')),
        version,
        at: new Date().toISOString(),
      };
  }
  await mkdir(dirname(recordFile(folders)), { recursive: true });
  await writeFile(recordFile(folders), `${JSON.stringify(record, null, 2)}\n`);
}

/** A contract that the service which runs was not seen to keep, and why. */
export interface UnverifiedContract {
  readonly owner: string;
  readonly why: string;
}

/** What a consumer needs of services and has not been verified with them as they run; empty: it may be deployed. */
export async function unverifiedContracts(
  consumer: string,
  folders: ContractFolders,
): Promise<UnverifiedContract[]> {
  const pacts = join(folders.root, 'pacts');
  const record = await readRecord(folders);
  const unverified: UnverifiedContract[] = [];
  for (const file of (await readdir(pacts)).filter((name) => name.startsWith(`${consumer}-`)).sort()) {
    const owner = ownerOf(file, consumer);
    // `mfe-cart-checkout-order.json` is no contract of a remote that is called `mfe-cart`.
    if (!services.some(({ name }) => name === owner)) continue;
    const known = record[file];
    if (known === undefined) unverified.push({ owner, why: 'was never verified' });
    else if (known.contract !== digestOf(await readFile(join(pacts, file), 'utf8')))
      unverified.push({ owner, why: 'has changed since it was verified' });
    else if (known.version !== (await liveVersion(folders, owner)))
      unverified.push({ owner, why: `was verified by another version of ${owner} than the one that runs` });
  }
  return unverified;
}

/** How a deployment goes on when something it needs is not verified. */
export interface WhenUnverified {
  /** Runs tests of owners, named by their files, and keeps what passed (`recordVerifications`). */
  readonly verify?: (tests: readonly string[]) => Promise<void>;
  /** Deploy all the same, without a look at the contracts. */
  readonly reason?: string;
}

/**
 * Refuses to deploy what has unverified contracts, in words that say how to go on. It looks again after `verify` has had its
 * turn. With a reason it goes on, and the reason stays in `logs/deploy.log` of the state folder.
 */
export async function assertVerified(
  consumer: string,
  folders: ContractFolders,
  { verify, reason }: WhenUnverified = {},
): Promise<readonly UnverifiedContract[]> {
  const testsOf = (contracts: readonly UnverifiedContract[]) =>
    contracts.map(({ owner }) => `services/${owner}/src/consumers.contract.test.ts`);
  let unverified = await unverifiedContracts(consumer, folders);
  if (unverified.length > 0 && reason === undefined && verify !== undefined) {
    await verify(testsOf(unverified));
    unverified = await unverifiedContracts(consumer, folders);
  }
  if (unverified.length === 0) return unverified;
  if (reason === undefined) {
    throw new Error(
      `${consumer} was not deployed: what it needs of services is not verified.\n` +
        unverified.map(({ owner, why }) => `  its contract with ${owner} ${why}\n`).join('') +
        `\nVerify it: npm test -- ${testsOf(unverified).join(' ')}\n` +
        'A version that runs and is another than these sources: check it out, or start the services anew.\n' +
        `Deploy all the same: npm run deploy -- ${consumer} --unverified "<reason>"`,
    );
  }
  const file = join(folders.state, 'logs', 'deploy.log');
  await mkdir(dirname(file), { recursive: true });
  await appendFile(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), consumer, unverified, reason })}\n`,
  );
  return unverified;
}
