import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldedPact, foldPacts, readPacts } from './fold-pacts.ts';

it('a folded contract has the same content with one interaction per line, and is folded only once', () => {
  const pact = { consumer: { name: 'order' }, interactions: [{ type: 'a' }, { type: 'b' }], metadata: {} };
  const foldedText = foldedPact(JSON.stringify(pact, null, 2));
  expect(JSON.parse(foldedText)).toEqual(pact);
  expect(foldedText.split('\n').slice(1, 3)).toEqual(['{"type":"a"},', '{"type":"b"}']);
  expect(foldedPact(foldedText)).toBe(foldedText);
});

it('names the contracts that the tests changed, and not those that they only indented', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinmel-pacts-'));
  const write = (name: string, types: string[], indent?: number) =>
    writeFile(
      join(folder, name),
      JSON.stringify({ interactions: types.map((type) => ({ type })) }, null, indent),
    );
  await write('same.json', ['a']);
  await write('more.json', ['a']);
  await foldPacts(folder);
  const before = await readPacts(folder);
  await write('same.json', ['a'], 2);
  await write('more.json', ['a', 'b'], 2);
  await write('new.json', [], 2);
  expect(await foldPacts(folder, before)).toEqual(['more.json', 'new.json']);
  expect(await readFile(join(folder, 'same.json'), 'utf8')).toBe(before.get('same.json'));
  await rm(folder, { recursive: true });
});
