import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foldedPact, foldPacts, readPacts } from './fold-pacts.ts';

it('a folded contract says the same with one interaction on a line, and is folded once', () => {
  const pact = { consumer: { name: 'order' }, interactions: [{ type: 'a' }, { type: 'b' }], metadata: {} };
  const folded = foldedPact(JSON.stringify(pact, null, 2));
  expect(JSON.parse(folded)).toEqual(pact);
  expect(folded.split('\n').slice(1, 3)).toEqual(['{"type":"a"},', '{"type":"b"}']);
  expect(foldedPact(folded)).toBe(folded);
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
