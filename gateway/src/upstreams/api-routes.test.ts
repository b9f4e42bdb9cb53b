import * as contracts from '@kinmel/contracts';
import { createApiRoutes } from './api-routes.ts';

const isEndpoint = (value: object): value is contracts.Endpoint =>
  'method' in value && 'path' in value && 'answer' in value;

it('every endpoint of a contract with an address of the API can be reached', () => {
  const routes = createApiRoutes();
  const unreachable = Object.values(contracts)
    .filter((value) => typeof value === 'object' && isEndpoint(value))
    .filter(({ method, path }) => path.startsWith('/api/') && routes.match(method, path) === undefined)
    .map(({ method, path }) => `${method} ${path}`);
  expect(unreachable).toEqual([]);
});
