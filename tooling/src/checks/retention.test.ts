import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../../..');

/** Forms in which code names a collection: a declaration, a schema option, an argument of a model, a constant of a store or of counters. */
const collectionPatterns = [
  /declareCollection(?:<\w+>)?\(\s*'([a-z_]+)'/g,
  /\bcollection(?:Name)? ?[:=] '([a-z_]+)'/g,
  /\.model(?:<\w+>)?\(\s*[^,()]+,\s*\w+(?: as never)?,\s*'([a-z_]+)'/g,
  /\.collection(?:<\w+>)?\('([a-z_]+)'\)/g,
  /^const \w+(?:Limits|Checks|Collection) = '([a-z_]+)'/gm,
];

function collectionsOf(folder: string): string[] {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/node_modules|\.test\.ts$|testing\//.test(file))
    .map((file) => readFileSync(path.join(root, folder, file), 'utf8'))
    .flatMap((text) =>
      collectionPatterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name)),
    );
  return [...new Set(names)].toSorted();
}

const rows = readFileSync(path.join(root, 'docs/retention.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const listedCollections = (owner: string) =>
  rows
    .filter(([, of]) => of === owner)
    .flatMap(([, , names = '']) => [...names.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name))
    .toSorted();

it.each(['auth', 'catalog', 'device', 'notification', 'offer', 'order', 'service-request'])(
  'docs/retention.md lists exactly the collections of %s',
  (service) => expect(listedCollections(service)).toEqual(collectionsOf(`services/${service}/src`)),
);

it('docs/retention.md lists the collections of service-kit', () =>
  expect(listedCollections('every')).toEqual(collectionsOf('packages/service-kit/src')));

it('docs/retention.md gives a reason for data that is kept for good', () => {
  const keptForGood = rows.filter(([, , , kept = '']) => kept.startsWith('for good'));
  expect(keptForGood.length).toBeGreaterThan(0);
  for (const [, , name, kept] of keptForGood)
    expect([name, kept]).toEqual([name, expect.stringMatching(/^for good: \w{2,}/)]);
});
