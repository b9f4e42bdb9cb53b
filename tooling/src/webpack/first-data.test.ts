import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remoteDeclarationSchema } from '@kinmel/contracts';
import { firstDataFaults } from './first-data.ts';
import { repositoryFolder } from './paths.ts';

const declarations = globSync('mfe-*/remote.json', { cwd: repositoryFolder }).map((file) =>
  remoteDeclarationSchema.parse(JSON.parse(readFileSync(join(repositoryFolder, file), 'utf8'))),
);
const faultsOf = (...firstData: { request: string; items?: number }[]) =>
  firstDataFaults({ pages: [{ path: '/', title: '', firstData }] });

it('every remote bounds the lists in its first-view data', () => {
  expect(declarations.length).toBeGreaterThanOrEqual(4);
  expect(declarations.flatMap((declaration) => firstDataFaults(declaration))).toEqual([]);
});

it('every public page declares the parameters that it reads', () => {
  const pages = declarations
    .filter(({ requiredRole }) => requiredRole === 'public')
    .flatMap(({ pages }) => pages);
  expect(pages.filter(({ parameters }) => parameters === undefined).map(({ path }) => path)).toEqual([]);
});

it('refuses first-view data that depends on a parameter the page does not declare', () => {
  const firstData = [{ request: '/api/products/{id}?limit=4', query: ['page'] }];
  const faults = (path: string, parameters?: string[]) =>
    firstDataFaults({ pages: [{ path, title: '', firstData, ...(parameters && { parameters }) }] });
  expect(faults('/', ['page', 'id'])).toEqual([]);
  expect(faults('/guides/:id', ['page'])).toEqual([]);
  expect(faults('/')).toEqual([]);
  expect(faults('/', ['page'])).toEqual([expect.stringContaining('depends on id')]);
});

it.each([
  '/api/products/category/galaxyproducts?sort=createdAt_desc',
  '/api/products?category={category=watch}',
])('a page that would start with all of %s is not built', (request) => {
  expect(faultsOf({ request })).toEqual([expect.stringContaining('lists all there is')]);
  expect(faultsOf({ request, items: 4 })).toEqual([]);
});

it('refuses first-view data that is not a public read', () => {
  for (const request of ['/api/auth/sessions', '/api/nothing', '/api/admin/dashboard-stats'])
    expect(faultsOf({ request })).toEqual([expect.stringContaining('is no public read')]);
  expect(faultsOf({ request: '/api/products/{id}' }, { request: '/api/policy' })).toEqual([]);
});
