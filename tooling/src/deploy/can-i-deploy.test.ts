import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { dirname, join } from 'node:path';
import type { RemoteBuild, ShellBuild } from '@kinmel/contracts';
import { integrityOf } from '@kinmel/gateway/registry';
import {
  cartDeclaration,
  catalogDeclaration,
  deploy,
  type Folders,
  makeFolders,
  writeRemote,
  writeShell,
} from '@kinmel/gateway/testing';
import { consumersOf, verifyContract } from '@kinmel/testing/contracts';
import { assertDeployable, type GateOptions, partFaults, serviceFaults } from './can-i-deploy.ts';
import type { Combination, StartFault } from './start-in-browser.ts';
import { recordVerifications, type VerifyPacts } from './verified-contracts.ts';

const part = 'mfe-catalog';
let folders: Folders;
let server: Server;
let answer: object;
let verifiedTests: string[];
let options: GateOptions;
/** The combinations started in a browser, and their results. */
let startedCombinations: Combination[];
let startFaults: StartFault[];

async function writeFileAt(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folders.root, path)), { recursive: true });
  await writeFile(join(folders.root, path), text);
}

/** A pact that needs this field of the answer. */
const pactOn = (field: string) =>
  JSON.stringify({
    consumer: { name: part },
    provider: { name: 'order' },
    interactions: [
      {
        description: 'the policy',
        request: { method: 'GET', path: '/api/policy' },
        response: { status: 200, body: { [field]: 1 } },
      },
    ],
    metadata: { pactSpecification: { version: '2.0.0' } },
  });

/** Writes a version of the catalog's remote whose pact needs a field, and that imports these names of the shell. */
async function write(version: string, field: string, ...imports: string[]): Promise<RemoteBuild> {
  const file = `pacts/${part}-order.json`;
  const text = pactOn(field);
  await writeFileAt(`remotes/${part}/${version}/${file}`, text);
  return writeRemote(folders, catalogDeclaration, version, (build) => {
    build.pacts = { [file]: { integrity: integrityOf(Buffer.from(text)), bytes: text.length } };
    build.imports = { '@kinmel/web-kit': imports };
  });
}

const writeOffer = (version: string, ...names: string[]): Promise<ShellBuild> =>
  writeShell(folders, version, undefined, { offers: { '@kinmel/web-kit': names } });

/** The contract test of order, without starting another process: the real verification of each pact in the folder. */
const verify: VerifyPacts = async (test, pactsFolder) => {
  verifiedTests.push(test);
  process.env.KINMEL_PACTS_FOLDER = pactsFolder;
  try {
    for (const consumer of consumersOf('order')) {
      const isKept = await verifyContract(consumer, { name: 'order', server }).then(
        () => true,
        () => false,
      );
      const name = `order answers and publishes what ${consumer} needs`;
      if (isKept) await recordVerifications(options.contracts, [{ file: test, name }], pactsFolder);
    }
  } finally {
    delete process.env.KINMEL_PACTS_FOLDER;
  }
};

beforeEach(async () => {
  folders = await makeFolders();
  verifiedTests = [];
  startedCombinations = [];
  startFaults = [];
  answer = { days: 1, fee: 1 };
  server = createServer((_req, res) =>
    res.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer)),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await writeFileAt('package-lock.json', '{}');
  await writeFileAt('services/order/src/main.ts', 'first');
  await writeFileAt('pacts/mfe-catalog-order.json', pactOn('fee'));
  options = {
    folders,
    contracts: {
      root: folders.root,
      state: join(folders.root, '.kinmel'),
      registryFolder: folders.registryFolder,
    },
    verify,
    start: async (combination) => {
      startedCombinations.push(combination);
      return startFaults;
    },
  };
  await writeOffer('s1', 'Link', 'toast');
  await deploy(folders, 'shell', 's1');
  for (const [version, field] of [
    ['1.0.0', 'days'],
    ['1.1.0', 'fee'],
  ] as const) {
    await write(version, field, 'Link');
    await deploy(folders, part, version);
  }
});
afterEach(async () => {
  server.close();
  await folders.remove();
});

describe('a service', () => {
  it('that keeps every pact can be deployed; a verified pact is not verified again', async () => {
    expect(await serviceFaults('order', options)).toEqual([]);
    expect(await serviceFaults('order', options)).toEqual([]);
    expect(verifiedTests).toEqual(['services/order/src/consumers.contract.test.ts']);
  }, 60_000);

  it('that breaks a pact of the previous remote is refused, with the name of that remote', async () => {
    expect(await serviceFaults('order', options)).toEqual([]);
    await writeFileAt('services/order/src/main.ts', 'without days');
    answer = { fee: 1 };
    expect(await serviceFaults('order', options)).toEqual([
      'the contract of mfe-catalog 1.0.0 with order is not kept by order',
    ]);
  }, 60_000);

  it('need not keep pacts of versions that are too old for a rollback', async () => {
    for (const version of ['1.2.0', '1.3.0']) {
      await write(version, 'fee', 'Link');
      await deploy(folders, part, version);
    }
    answer = { fee: 1 };
    expect(await serviceFaults('order', options)).toEqual([]);
  }, 60_000);

  it('has to keep the pact of a canary', async () => {
    await write('2.0.0', 'limit', 'Link');
    await deploy(folders, part, '2.0.0', 5);
    expect(await serviceFaults('order', options)).toEqual([
      'the contract of mfe-catalog 2.0.0 with order is not kept by order',
    ]);
  }, 60_000);
});

describe('a part', () => {
  it('is refused when a service does not keep its pact', async () => {
    const build = await write('1.2.0', 'limit', 'Link');
    expect(await partFaults(build, options)).toEqual([
      'the contract of mfe-catalog 1.2.0 with order is not kept by order',
    ]);
    expect(await partFaults(build, { ...options, verify: undefined })).toEqual([
      'the contract of mfe-catalog 1.2.0 with order was never verified',
    ]);
  }, 60_000);

  it('a shell has to start the last three versions of each remote', async () => {
    await write('1.2.0', 'fee');
    await deploy(folders, part, '1.2.0');
    expect(await partFaults(await writeOffer('s2', 'Link'), options)).toEqual([]);
    expect(await partFaults(await writeOffer('s3', 'toast'), options)).toEqual(
      ['1.0.0', '1.1.0'].map(
        (version) =>
          `with mfe-catalog ${version}: it imports Link of @kinmel/web-kit, the shell s3 does not offer it`,
      ),
    );
    for (const version of ['1.3.0', '1.4.0']) {
      await write(version, 'fee');
      await deploy(folders, part, version);
    }
    expect(await partFaults(await writeOffer('s3', 'toast'), options)).toEqual([]);
  }, 60_000);

  it('a remote has to start in the last three shells', async () => {
    await writeOffer('s2', 'Link', 'toast', 'Dialog');
    await deploy(folders, 'shell', 's2');
    const build = await write('1.2.0', 'fee', 'Dialog');
    expect(await partFaults(build, options)).toEqual([
      'with shell s1: it imports Dialog of @kinmel/web-kit, the shell s1 does not offer it',
    ]);
    for (const version of ['s3', 's4']) {
      await writeOffer(version, 'Link', 'Dialog');
      await deploy(folders, 'shell', version);
    }
    expect(await partFaults(build, options)).toEqual([]);
  }, 60_000);

  it('without pacts needs no service', async () => {
    const build = await writeRemote(folders, cartDeclaration, '1.0.0', (each) => {
      each.pacts = {};
    });
    expect(await partFaults(build, options)).toEqual([]);
    expect(verifiedTests).toEqual([]);
  });
});

describe('in a browser', () => {
  const cart = 'mfe-cart-checkout';
  beforeEach(async () => {
    await writeOffer('s2', 'Link', 'toast');
    await deploy(folders, 'shell', 's2');
    await writeRemote(folders, cartDeclaration, '1.0.0', (each) => {
      each.pacts = {};
    });
    await deploy(folders, cart, '1.0.0');
  });

  it('a remote is started once in each of the last shells, beside the active others', async () => {
    const build = await write('1.2.0', 'fee', 'Link');
    expect(await partFaults(build, options)).toEqual([]);
    expect(startedCombinations).toEqual(
      ['s1', 's2'].map((shell) => ({ shell, remotes: { [part]: '1.2.0', [cart]: '1.0.0' } })),
    );
    expect(await partFaults(build, options)).toEqual([]);
    expect(startedCombinations).toHaveLength(2);
  }, 60_000);

  it('a shell starts one version of each remote at a time', async () => {
    expect(await partFaults(await writeOffer('s3', 'Link', 'toast'), options)).toEqual([]);
    expect(startedCombinations).toEqual(
      ['1.0.0', '1.1.0'].map((version) => ({ shell: 's3', remotes: { [part]: version, [cart]: '1.0.0' } })),
    );
  }, 60_000);

  it('a fault of the remote or of the shell is a reason, and is checked again; a fault of another remote is none', async () => {
    const build = await write('1.2.0', 'fee', 'Link');
    startFaults = [{ part, fault: 'home: error-boundary' }];
    const faults = ['s1', 's2'].map((shell) => `mfe-catalog 1.2.0 with shell ${shell}: home: error-boundary`);
    expect(await partFaults(build, options)).toEqual(faults);
    expect(await partFaults(build, options)).toEqual(faults);
    startFaults = [{ part: cart, fault: 'cart: load-failed' }];
    expect(await partFaults(build, options)).toEqual([]);
  }, 60_000);
});

it('a deployment that the gate refuses needs a reason, which is logged', async () => {
  const build = await write('1.2.0', 'limit', 'Dialog');
  await expect(assertDeployable(build, options)).rejects.toThrow(
    /^mfe-catalog 1.2.0 was not deployed:\n {2}the contract of .* is not kept by order\n {2}with shell s1: it imports Dialog /,
  );
  verifiedTests = [];
  const faults = await assertDeployable(build, { ...options, reason: 'the owner is away' });
  expect(faults).toHaveLength(2);
  expect([verifiedTests, startedCombinations]).toEqual([[], []]);
  const line = JSON.parse(await readFile(join(options.contracts.state, 'logs/deploy.log'), 'utf8'));
  expect(line).toMatchObject({ part, version: '1.2.0', faults, reason: 'the owner is away' });
}, 60_000);
