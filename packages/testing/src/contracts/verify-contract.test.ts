import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { consumersOf, verifyContract } from './verify-contract.ts';

const root = new URL('../../../../', import.meta.url);
const files = readdirSync(new URL('pacts/', root));
const providers = ['gateway', ...readdirSync(new URL('services/', root)).map((name) => `services/${name}`)];

describe('the contracts of the shop', () => {
  it.each(files)('%s is verified by its provider', (file) => {
    const provider = providers.find((folder) =>
      consumersOf(basename(folder)).some((consumer) => file === `${consumer}-${basename(folder)}.json`),
    );
    const test = new URL(`${provider}/src/consumers.contract.test.ts`, root);
    expect({ file, isChecked: existsSync(test) }).toEqual({ file, isChecked: true });
  });

  it('fail for a state that the service does not have', async () => {
    await expect(verifyContract('order', { name: 'offer' })).rejects.toThrow(/offer has no such state: the /);
  });

  it('fail when there is no contract', async () => {
    await expect(verifyContract('nobody', { name: 'offer' })).rejects.toThrow(
      'nobody has no contract with offer.',
    );
  });
});
