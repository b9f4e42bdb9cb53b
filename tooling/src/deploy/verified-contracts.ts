import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { integrityOf, listVerifications, writeRecord } from '@kinmel/gateway/registry';
import { bundledInputs, serviceInputs } from '../launcher/services/service-build.ts';
import { gateway, services } from '../launcher/services/services.ts';
import { registryFolder, repositoryFolder } from '../webpack/paths.ts';

export interface ContractFolders {
  /** The checkout, with `pacts/` and the services. */
  readonly root: string;
  /** Builds of the services that run, and logs. */
  readonly state: string;
  /** The folder of the registry, which also stores the records of verifications. */
  readonly registryFolder: string;
}

export const checkoutContracts = (): ContractFolders => ({
  root: repositoryFolder,
  state: join(repositoryFolder, '.kinmel'),
  registryFolder: registryFolder(),
});

/** A pact that a service must fulfil. */
export interface NeededPact {
  /** Display name of the consumer: `mfe-catalog 1.2.3`. */
  readonly of: string;
  readonly service: string;
  /** The version of the service that must fulfil it. */
  readonly serviceVersion: string;
  readonly path: string;
  readonly integrity: string;
}

/** A pact without a record of its verification. */
export interface UnverifiedPact extends NeededPact {
  readonly why: string;
}

/** The providers of pacts. */
const providers = [...services, gateway];

/** The test of a service that verifies its pacts. */
export const consumerTest = (service: string) =>
  `${service === gateway.name ? '' : 'services/'}${service}/src/consumers.contract.test.ts`;

/** `mfe-catalog-order.json` is a pact of `mfe-catalog` with `order`. */
export function sidesOf(file: string): { consumer: string; service: string } | undefined {
  const service = providers.find(({ name }) => file.endsWith(`-${name}.json`))?.name;
  if (service === undefined) return undefined;
  return { consumer: file.slice(0, -`-${service}.json`.length), service };
}

export const isService = (name: string): boolean => providers.some((service) => service.name === name);

/** The version of a service in the checkout: the hash of the inputs of its bundle. */
export async function sourceVersion({ root }: ContractFolders, service: string): Promise<string> {
  const part = providers.find(({ name }) => name === service);
  if (part === undefined) throw new Error(`${service} has a contract and is no service.`);
  return serviceInputs(root, part);
}

/** The version of the running service: of the bundle used by `npm start`, or of the sources if there is none. */
export async function liveVersion(folders: ContractFolders, service: string): Promise<string> {
  return (await bundledInputs(join(folders.state, 'build'), service)) || sourceVersion(folders, service);
}

const consumerInTestName = / answers (?:and publishes )?what (\S+) needs$/;

/**
 * Records the pacts whose tests passed.
 * @param passed files relative to the checkout and full names; other tests are ignored
 * @param pacts the folder that the tests read
 */
export async function recordVerifications(
  folders: ContractFolders,
  passed: readonly { readonly file: string; readonly name: string }[],
  pacts = process.env.KINMEL_PACTS_FOLDER || join(folders.root, 'pacts'),
): Promise<void> {
  for (const { name: service } of providers) {
    const consumers = passed.flatMap(({ file, name }) =>
      file === consumerTest(service) ? (consumerInTestName.exec(name)?.[1] ?? []) : [],
    );
    if (consumers.length === 0) continue;
    const serviceVersion = await sourceVersion(folders, service);
    for (const consumer of consumers)
      await writeRecord(folders.registryFolder, {
        // Without the version of a deployed part, because the hash identifies the pact.
        pact: `${consumer.replace(/@.*/, '')}-${service}.json`,
        integrity: integrityOf(await readFile(join(pacts, `${consumer}-${service}.json`))),
        service,
        serviceVersion,
        at: new Date().toISOString(),
      });
  }
}

export const changedText = 'has changed since it was verified';

/** The pacts without a recorded verification by this version of their service. */
export async function unverifiedPacts(
  needed: readonly NeededPact[],
  { registryFolder }: ContractFolders,
): Promise<UnverifiedPact[]> {
  const verifications = await listVerifications(registryFolder);
  return needed.flatMap((pact) => {
    const verificationsOfPact = verifications.filter(
      (verification) => verification.pact === basename(pact.path),
    );
    const verificationsOfContent = verificationsOfPact.filter(
      ({ integrity }) => integrity === pact.integrity,
    );
    if (verificationsOfContent.some(({ serviceVersion }) => serviceVersion === pact.serviceVersion))
      return [];
    if (verificationsOfContent.length > 0)
      return [{ ...pact, why: `was verified by another version of ${pact.service} than this` }];
    return [{ ...pact, why: verificationsOfPact.length > 0 ? changedText : 'was never verified' }];
  });
}

/** Runs a test file with the pacts of a folder and records the results, as `npm test` does. */
export type VerifyPacts = (test: string, pactsFolder: string) => Promise<void>;

/** Runs the contract test of each service with these pacts; resolves with those that fail. */
export async function verifyPacts(
  unverified: readonly UnverifiedPact[],
  folders: ContractFolders,
  verify: VerifyPacts,
): Promise<UnverifiedPact[]> {
  for (const [service, pacts = []] of Object.entries(Object.groupBy(unverified, (pact) => pact.service))) {
    const folder = await mkdtemp(join(tmpdir(), 'kinmel-pacts-'));
    try {
      for (const { path, of } of pacts) {
        const [consumer = '', version] = of.split(' ');
        await copyFile(path, join(folder, `${consumer}${version ? `@${version}` : ''}-${service}.json`));
      }
      await verify(consumerTest(service), folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const remaining = await unverifiedPacts(unverified, folders);
  return remaining.map((pact) => ({ ...pact, why: `is not kept by ${pact.service}` }));
}

/** The pacts of the checkout that one side must fulfil. */
export async function pactsOfCheckout(folders: ContractFolders, name: string): Promise<NeededPact[]> {
  const pacts: NeededPact[] = [];
  for (const file of (await readdir(join(folders.root, 'pacts'))).toSorted()) {
    const sides = sidesOf(file);
    if (!sides || (sides.consumer !== name && sides.service !== name)) continue;
    const { consumer, service } = sides;
    const path = join(folders.root, 'pacts', file);
    // The named service is checked in its source version, which will be deployed, and all others in their live version.
    const serviceVersion = await (service === name ? sourceVersion : liveVersion)(folders, service);
    const integrity = integrityOf(await readFile(path));
    pacts.push({ of: consumer, service, serviceVersion, path, integrity });
  }
  return pacts;
}
