import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const remote = join(__dirname, '..');
const readme = readFileSync(join(remote, 'README.md'), 'utf8');
const { pages }: { pages: { title: string }[] } = JSON.parse(
  readFileSync(join(remote, 'remote.json'), 'utf8'),
);
const code = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^testing/.test(file))
  .map((file) => readFileSync(join(__dirname, file), 'utf8'))
  .join('\n');

/** The cells of the table of stopped services. */
const rows = readme
  .slice(readme.indexOf('| Stopped |'))
  .split('\n')
  .slice(2)
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const pagesOf = ([, , saysSo = '', works = '']: readonly string[]) => [
  ...[...saysSo.matchAll(/([A-Z][\w ]+) \("/g)].map(([, page = '']) => page),
  ...works.split(', '),
];
const [first = []] = rows;
const texts = rows.flatMap(([, , saysSo = '']) =>
  [...saysSo.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text),
);

it('has a row for each service in the table of stopped services', () => {
  expect(rows.map(([, stopped]) => stopped)).toEqual([
    'catalog',
    'offer',
    'order',
    'notification',
    'service-request',
    'device',
  ]);
});

it.each(rows.map((row) => [row[1], row] as const))(
  'its row of %s names every page by its title',
  (_, row) => {
    const named = pagesOf(row);
    expect(named.toSorted()).toEqual(pagesOf(first).toSorted());
    // The dashboard is listed by its tabs; a product, a part, a device and a customer's credit by their lists.
    const titles = pages
      .map(({ title }) => title)
      .filter((title) => !/^(Admin Dashboard|Edit Product|Release|Device|Credit of a customer)$/.test(title));
    expect(named).toEqual(expect.arrayContaining(titles));
    for (const name of named) expect(titles.includes(name) || code.includes(`'${name}'`)).toBe(true);
  },
);

it.each(texts)('a page contains the text from the table: %s', (text) => {
  // Texts with the name of a service are compared in parts.
  for (const part of text.split(/ (?=does not answer$|could not be loaded$)/)) expect(code).toContain(part);
});
