import { withoutSecret } from './without-secret.ts';

it.each([
  ['/api/request-links/sAbc_-9', '/api/request-links/:token'],
  ['/api/request-links/sAbc_-9/accept', '/api/request-links/:token/accept'],
  ['/request-links/sAbc', '/request-links/:token'],
  ['/api/tracking/sAbc_-9/accept', '/api/tracking/:token/accept'],
  ['/Tracking/sAbc/', '/Tracking/:token/'],
  ['/alerts/Abc_-9', '/alerts/:token'],
  ['/api/alerts/Abc_-9/end', '/api/alerts/:token/end'],
  ['/api/passport/Abc_-9', '/api/passport/:token'],
  ['/api/passport/Abc_-9/photos/1', '/api/passport/:token/photos/1'],
  ['/passport/Abc_-9', '/passport/:token'],
  ['/api/request-links', '/api/request-links'],
  ['/api/alerts', '/api/alerts'],
  ['/api/products/1', '/api/products/1'],
])('logs %s as %s (SIL-49)', (path, masked) => {
  expect(withoutSecret(path)).toBe(masked);
});
