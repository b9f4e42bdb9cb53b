import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fakeDate } from '@kinmel/testing/fake-date';
import {
  catalogDeclaration,
  type Folders,
  makeFolders,
  record,
  writeRemote,
} from '../../testing/remote-folder.ts';
import { type Activation, openRegistry } from '../open-registry.ts';
import { listVerifications, pruneVerifications, writeRecord } from '../verifications.ts';
import { RegistryRefusal } from './next-state.ts';

const part = 'mfe-catalog';
const noon = new Date('2026-01-01T12:00:00.000Z');
const pact = { pact: 'mfe-catalog-order.json', service: 'order', serviceVersion: 'v1' };
let folders: Folders;

const registry = (isProtected = true) => openRegistry({ ...folders, isProtected });

/** Makes a change as a person who gives a reason; resolves with the state of the part. */
async function change(fields: Record<string, unknown>, isProtected = true) {
  const expectedRevision = (await registry(isProtected).current())?.revision ?? 0;
  const activation = { ...record, part, ...fields, expectedRevision } as unknown as Activation;
  return (await registry(isProtected).activate(activation)).active[part];
}

const deploy = (version: string) => change({ action: 'deploy', version });
const canary = (version: string) => change({ action: 'canary', version, sharePercent: 5 });

async function verify(at = noon): Promise<void> {
  const { pacts } = await registry().readBuild(part, '1.0.0');
  const integrity = Object.values(pacts)[0]?.integrity ?? '';
  await writeRecord(folders.registryFolder, { ...pact, integrity, at: at.toISOString() });
}

beforeEach(async () => {
  fakeDate(noon);
  folders = await makeFolders();
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await writeRemote(folders, catalogDeclaration, version);
  await change({ action: 'deploy', version: '1.0.0' }, false);
});
afterEach(() => folders.remove());
afterAll(() => jest.useRealTimers());

describe('a protected installation', () => {
  it('requires verified pacts, and names those that are not', async () => {
    await expect(canary('1.1.0')).rejects.toThrow(
      'mfe-catalog 1.1.0 has pacts that no service was verified with: order.json',
    );
    await verify();
    expect((await canary('1.1.0'))?.canary).toMatchObject({ version: '1.1.0', since: noon.toISOString() });
  });

  it('requires a canary first, of the same version', async () => {
    await verify();
    await expect(deploy('1.1.0')).rejects.toThrow('mfe-catalog 1.1.0 has to be the canary');
    await canary('1.1.0');
    await expect(deploy('1.2.0')).rejects.toThrow(RegistryRefusal);
    expect(await deploy('1.1.0')).toMatchObject({ version: '1.1.0', previous: '1.0.0' });
  });

  it('requires a reason', async () => {
    await verify();
    const fields = { action: 'canary', version: '1.1.0', sharePercent: 5, hasDefaultReason: true };
    await expect(change(fields)).rejects.toThrow('say why mfe-catalog is changed (--why)');
    await expect(change({ action: 'retire', hasDefaultReason: true })).rejects.toThrow('(--why)');
    expect((await registry().current())?.revision).toBe(1);
  });

  it('allows every rollback, but only to versions that were active', async () => {
    await verify();
    await canary('1.1.0');
    await deploy('1.1.0');
    await pruneVerifications(folders.registryFolder, '2027-01-01T00:00:00.000Z');
    await expect(change({ action: 'rollback', version: '1.2.0' })).rejects.toThrow(
      'cannot go back to 1.2.0: it was never active, or was rolled back. There are: 1.0.0, 1.1.0.',
    );
    expect(await change({ action: 'rollback', hasDefaultReason: true })).toMatchObject({ version: '1.0.0' });
    await expect(change({ action: 'rollback', version: '1.1.0' })).rejects.toThrow('was rolled back');
  });

  it('gives its first version of a part to all visitors', async () => {
    await change({ action: 'retire' });
    await verify();
    expect(await deploy('1.1.0')).toMatchObject({ version: '1.1.0' });
  });
});

it('another installation requires none of this', async () => {
  const fields = { action: 'deploy', version: '1.1.0', hasDefaultReason: true };
  expect(await change(fields, false)).toMatchObject({ version: '1.1.0' });
});

it('a freeze refuses everything that goes forward, a rollback to a version that was never active too', async () => {
  await change({ action: 'deploy', version: '1.1.0' }, false);
  await change({ action: 'freeze', part: 'all', until: '2026-01-01T14:00:00.000Z' }, false);
  await expect(change({ action: 'rollback', version: '1.2.0' }, false)).rejects.toThrow('was never active');
  expect(await change({ action: 'rollback' }, false)).toMatchObject({ version: '1.0.0' });
});

describe('records of verified pacts', () => {
  it('are stored beside the revisions, one for each pact and version of its service', async () => {
    await Promise.all([verify(), verify()]);
    expect(await listVerifications(folders.registryFolder)).toEqual([
      { ...pact, integrity: expect.stringMatching(/^sha384-/), at: noon.toISOString() },
    ]);
  });

  it('that cannot be read count as none; old ones are deleted', async () => {
    await verify();
    await writeFile(join(folders.registryFolder, 'verified', 'x.json'), '{"pact":"../order.json"}');
    await writeFile(join(folders.registryFolder, 'verified', 'y.json'), '{');
    expect(await listVerifications(folders.registryFolder)).toHaveLength(1);
    await pruneVerifications(folders.registryFolder, '2026-01-01T13:00:00.000Z');
    expect(await listVerifications(folders.registryFolder)).toEqual([]);
  });
});
