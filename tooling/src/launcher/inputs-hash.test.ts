import { rmSync } from 'node:fs';
import { testFolder } from '@kinmel/testing/folder';
import { inputsHash } from './inputs-hash.ts';

describe("the hash of a build's inputs", () => {
  const { root, pathOf, write } = testFolder();
  const hash = () => inputsHash(root, ['service/src', 'missing']);
  beforeAll(() => {
    write('package-lock.json', '{}');
    write('service/src/main.ts', 'one');
  });

  it("changes with a source, a new file, a file's name and the lock file", async () => {
    const hashes = [await hash()];
    const changes = [
      () => write('service/src/main.ts', 'two'),
      () => write('service/src/deep/part.ts', ''),
      () => {
        rmSync(pathOf('service/src/deep/part.ts'));
        write('service/src/deep/other.ts', '');
      },
      () => write('package-lock.json', '{"lockfileVersion":3}'),
    ];
    for (const change of changes) {
      change();
      hashes.push(await hash());
    }
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('ignores tests, stories, documentation and other folders', async () => {
    const before = await hash();
    write('service/src/main.test.ts', 'test');
    write('service/src/button.stories.tsx', 'story');
    write('service/src/README.md', 'text');
    write('service/src/node_modules/package/index.js', 'package');
    write('other/src/main.ts', 'other');
    expect(await hash()).toBe(before);
  });
});
