import { join } from 'node:path';
import { releaseClassNames } from './class-names.ts';
import { repositoryFolder } from './paths.ts';

const file = (path: string) => join(repositoryFolder, path);
const header = file('shell/src/frame/header/header.module.css');
const footer = file('shell/src/frame/footer.module.css');

it('gives every class a unique name with the prefix of its build', () => {
  const nameOf = releaseClassNames('mfe_catalog');
  const names = [header, footer].flatMap((path) =>
    Array.from({ length: 100 }, (_, index) => nameOf(path, `class-${index}`)),
  );
  expect(new Set(names).size).toBe(200);
  for (const name of names) expect(name).toMatch(/^mfe_catalog-[\w-]{4,5}$/);
});

it('gives a class the same name regardless of the order of the files', () => {
  const one = releaseClassNames('shell');
  const other = releaseClassNames('shell');
  const first = [one(header, 'title'), one(footer, 'title'), one(header, 'lead'), one(header, 'title')];
  const second = [other(footer, 'title'), other(header, 'title'), other(header, 'lead')];
  expect(second).toEqual([first[1], first[0], first[2]]);
  expect(first[3]).toBe(first[0]);
});

it('refuses two files with the same short name', () => {
  const nameOf = releaseClassNames('shell');
  const nameMany = () => {
    for (let count = 0; count < 5000; count += 1) nameOf(file(`shell/src/${count}.module.css`), 'title');
  };
  expect(nameMany).toThrow(/have the same .{3}: rename one of them/);
});
