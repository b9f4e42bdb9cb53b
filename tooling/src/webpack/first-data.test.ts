import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remoteDeclarationSchema } from '@kinmel/contracts';
import { firstDataFaults } from './first-data.ts';
import { repositoryFolder } from './paths.ts';

const declared = globSync('mfe-*/remote.json', { cwd: repositoryFolder }).map((file) =>
  remoteDeclarationSchema.parse(JSON.parse(readFileSync(join(repositoryFolder, file), 'utf8'))),
);
const faultsOf = (...firstData: { request: string; items?: number }[]) =>
  firstDataFaults({ pages: [{ path: '/', title: '', firstData }] });

it('every remote says how much of a list its pages start with', () => {
  expect(declared.length).toBeGreaterThanOrEqual(4);
  expect(declared.flatMap((declaration) => firstDataFaults(declaration))).toEqual([]);
});

it('every page of the shop says which parameters of its address it reads', () => {
  const pages = declared
    .filter(({ requiredRole }) => requiredRole === 'public')
    .flatMap(({ pages }) => pages);
  expect(pages.filter(({ parameters }) => parameters === undefined).map(({ path }) => path)).toEqual([]);
});

it('a page whose first-view data depends on a parameter that it does not say it reads is not built', () => {
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

it('a page that would start with what is not for everybody is not built', () => {
  for (const request of ['/api/auth/sessions', '/api/nothing', '/api/admin/dashboard-stats'])
    expect(faultsOf({ request })).toEqual([expect.stringContaining('is no public read')]);
  expect(faultsOf({ request: '/api/products/{id}' }, { request: '/api/policy' })).toEqual([]);
});
