import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { bundledInputs, serviceInputs } from '../launcher/services/service-build.ts';
import { services } from '../launcher/services/services.ts';

export interface ContractFolders {
  /** The checkout, with `pacts/`. */
  readonly root: string;
  /** Git-ignored; results apply to the sources of this checkout. */
  readonly state: string;
}

const recordSchema = z.record(
  z.string(),
  z.object({
    /** SHA-256 of the pact file. */
    contract: z.string(),
    /** Version of the verified owner: the hash of the inputs of its bundle. */
    version: z.string(),
    at: z.iso.datetime(),
  }),
);

/** By name of the pact file. */
type VerifiedContracts = z.output<typeof recordSchema>;

const recordFile = ({ state }: ContractFolders) => join(state, 'verified-contracts.json');
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
const ownerTest = /^services\/([^/]+)\/src\/consumers\.contract\.test\.ts$/;

/** `mfe-catalog-order.json` is a contract of `mfe-catalog` with `order`. */
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

/** Version of the running service: of the bundle used by `npm start`, or of the sources if there is none. */
async function liveVersion({ root, state }: ContractFolders, owner: string): Promise<string> {
  return (await bundledInputs(join(state, 'build'), owner)) || sourceVersion(root, owner);
}

/**
 * Records that the owners whose consumer tests passed fulfil their pacts.
 * @param passed test files relative to the checkout; others are ignored
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

/** A contract that was not verified with the running service. */
export interface UnverifiedContract {
  readonly owner: string;
  readonly why: string;
}

export const changedSinceVerified = 'has changed since it was verified';

/** Contracts of a consumer that are not verified with the running services. */
export async function unverifiedContracts(
  consumer: string,
  folders: ContractFolders,
): Promise<UnverifiedContract[]> {
  const pacts = join(folders.root, 'pacts');
  const record = await readRecord(folders);
  const unverified: UnverifiedContract[] = [];
  for (const file of (await readdir(pacts)).filter((name) => name.startsWith(`${consumer}-`)).sort()) {
    const owner = ownerOf(file, consumer);
    // `mfe-cart-checkout-order.json` is not a contract of a remote named `mfe-cart`.
    if (!services.some(({ name }) => name === owner)) continue;
    const known = record[file];
    if (known === undefined) unverified.push({ owner, why: 'was never verified' });
    else if (known.contract !== digestOf(await readFile(join(pacts, file), 'utf8')))
      unverified.push({ owner, why: changedSinceVerified });
    else if (known.version !== (await liveVersion(folders, owner)))
      unverified.push({ owner, why: `was verified by another version of ${owner} than the one that runs` });
  }
  return unverified;
}

/** The test of a service that verifies its contracts. */
export const verifyingTest = (owner: string) => `services/${owner}/src/consumers.contract.test.ts`;

export interface WhenUnverified {
  /** Runs the given test files and records the results (`recordVerifications`). */
  readonly verify?: (tests: readonly string[]) => Promise<void>;
  /** Deploys without verification. */
  readonly reason?: string;
}

/**
 * Refuses a deploy with unverified contracts, after `verify` has run. With a reason it is allowed, and the reason is
 * written to `logs/deploy.log` of the state folder.
 */
export async function assertVerified(
  consumer: string,
  folders: ContractFolders,
  { verify, reason }: WhenUnverified = {},
): Promise<readonly UnverifiedContract[]> {
  const testsOf = (contracts: readonly UnverifiedContract[]) =>
    contracts.map(({ owner }) => verifyingTest(owner));
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
        'The running version differs from these sources: check that version out, or restart the services.\n' +
        `Deploy without verification: npm run deploy -- ${consumer} --unverified "<reason>"`,
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
