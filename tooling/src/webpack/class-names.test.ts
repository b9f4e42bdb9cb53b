import { join } from 'node:path';
import { releaseClassNames } from './class-names.ts';
import { repositoryFolder } from './paths.ts';

const file = (path: string) => join(repositoryFolder, path);
const header = file('shell/src/frame/header/header.module.css');
const footer = file('shell/src/frame/footer.module.css');

it('gives every class a name of its own, with the prefix of its build', () => {
  const nameOf = releaseClassNames('mfe_catalog');
  const names = [header, footer].flatMap((path) =>
    Array.from({ length: 100 }, (_, index) => nameOf(path, `class-${index}`)),
  );
  expect(new Set(names).size).toBe(200);
  for (const name of names) expect(name).toMatch(/^mfe_catalog-[\w-]{4,5}$/);
});

it('names a class the same however often and in whatever order the files are read, so that a version repeats', () => {
  const one = releaseClassNames('shell');
  const other = releaseClassNames('shell');
  const first = [one(header, 'title'), one(footer, 'title'), one(header, 'lead'), one(header, 'title')];
  const second = [other(footer, 'title'), other(header, 'title'), other(header, 'lead')];
  expect(second).toEqual([first[1], first[0], first[2]]);
  expect(first[3]).toBe(first[0]);
});

it('refuses two files that would share names, instead of mixing their styles', () => {
  const nameOf = releaseClassNames('shell');
  const draw = () => {
    for (let count = 0; count < 5000; count += 1) nameOf(file(`shell/src/${count}.module.css`), 'title');
  };
  expect(draw).toThrow(/have the same .{3}: rename one of them/);
});
