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
