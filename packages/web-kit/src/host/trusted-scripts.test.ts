import { trustOwnScripts } from './trusted-scripts.ts';

afterEach(() => Reflect.deleteProperty(globalThis, 'trustedTypes'));

it('allows scripts of builds only', () => {
  const made: [name: string, rules: Record<string, (text: string) => string>][] = [];
  Object.assign(globalThis, {
    trustedTypes: { createPolicy: (...policy: (typeof made)[number]) => made.push(policy) },
  });
  trustOwnScripts();
  const [[name, rules] = []] = made;
  // Without rules for HTML and script text the browser refuses both.
  expect([name, Object.keys(rules ?? {})]).toEqual(['default', ['createScriptURL']]);
  const trusted = (address: string) => rules?.createScriptURL?.(address);
  for (const path of ['/remotes/mfe-catalog/1.0.0/remoteEntry.js', '/shell/1.0.0/chunk.js'])
    expect(trusted(path)).toBe(location.origin + path);
  for (const address of [
    'https://evil.example/remotes/x.js',
    '//evil.example/shell/x.js',
    '/uploads/x.js',
    '/remotes/../uploads/x.js',
    '/api/products',
    'data:text/javascript,alert(1)',
    'javascript:alert(1)',
  ])
    expect(() => trusted(address)).toThrow(TypeError);
});

it('does nothing when the browser does not support Trusted Types', () => {
  expect(() => trustOwnScripts()).not.toThrow();
});
