import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');

it('no page has a number field, because it discards invalid input and changes with the mouse wheel', () => {
  const pages = globSync('{mfe-*,shell,packages/ui,packages/web-kit}/src/**/*.tsx', { cwd: root });
  expect(pages.length).toBeGreaterThan(100);
  const pagesWithNumberField = pages.filter((page) =>
    /type(?:=|: )["']number["']/.test(readFileSync(join(root, page), 'utf8')),
  );
  expect(pagesWithNumberField).toEqual([]);
});
