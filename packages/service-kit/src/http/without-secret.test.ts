import { withoutSecret } from './without-secret.ts';

it.each([
  ['/api/tracking/sAbc_-9', '/api/tracking/:token'],
  ['/api/tracking/sAbc_-9/accept', '/api/tracking/:token/accept'],
  ['/Tracking/sAbc/', '/Tracking/:token/'],
  ['/api/tracking', '/api/tracking'],
  ['/api/products/1', '/api/products/1'],
])('logs %s as %s (SIL-49)', (path, named) => {
  expect(withoutSecret(path)).toBe(named);
});
