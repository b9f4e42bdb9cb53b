import { type Registry, remoteFileDeadlineMs } from '@kinmel/contracts';
import { retryRemoteModule, setRemoteHost } from '../remotes/remote-loading.ts';
import { federationPlugin, type Pins } from './federation-plugin.ts';

const entry = {
  name: 'mfe-catalog',
  version: '1.0.0',
  owner: 'catalog',
  requiredRole: 'public' as const,
  contractVersion: 1,
  entry: '/remotes/mfe-catalog/1.0.0/remoteEntry.js',
  manifest: '/remotes/mfe-catalog/1.0.0/mf-manifest.json',
  integrity: {
    'remoteEntry.js': 'sha384-entry',
    'mf-manifest.json': 'sha384-manifest',
    'page.js': 'sha384-page',
  },
  pages: [],
  widgets: [],
};
const registry: Registry = { schema: 1, revision: 1, remotes: { 'mfe-catalog': entry } };
const pins: Pins = { registry, shell: { folder: '/shell/2/', integrity: { 'menu.js': 'sha384-menu' } } };
const at = (file: string) => `http://localhost/remotes/mfe-catalog/1.0.0/${file}`;

const answer = jest.fn<Promise<Response>, [string, RequestInit]>();
const realFetch = globalThis.fetch;
beforeEach(() => {
  answer.mockReset();
  globalThis.fetch = answer as unknown as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = realFetch;
  setRemoteHost(undefined);
});

const fetchBy = (manifests: Record<string, unknown>, url: string) =>
  // The hook also takes what the runtime knows of the remote; ours does not look at it.
  (federationPlugin(pins, manifests).fetch as (url: string) => Promise<Response>)(url);

/** A host of its own: what the loaders of remotes and shell ask for each file. */
function hosted(hostPins = pins): { kinmelFile: NonNullable<typeof globalThis.kinmelFile> } {
  federationPlugin(hostPins, {});
  const { kinmelFile } = globalThis;
  if (!kinmelFile) throw new Error('The host set no kinmelFile');
  return { kinmelFile };
}

describe('the files of a remote', () => {
  it('are asked for with the hash of the registry, those of the shell with the hash of the page', () => {
    const { kinmelFile } = hosted();
    expect(kinmelFile(at('remoteEntry.js'))).toEqual({
      url: at('remoteEntry.js'),
      integrity: 'sha384-entry',
    });
    expect(kinmelFile('http://localhost/shell/2/menu.js').integrity).toBe('sha384-menu');
  });

  it.each([
    at('other.js'),
    'http://localhost/remotes/mfe-admin/1.0.0/remoteEntry.js',
    'http://localhost/shell/2/other.js',
    'https://elsewhere.example/remoteEntry.js',
  ])('without a known hash are never loaded: %s', (url) => {
    expect(() => hosted().kinmelFile(url)).toThrow('No integrity is known');
  });

  it('under development have no hash', () => {
    const development: Registry = {
      ...registry,
      remotes: { 'mfe-catalog': { ...entry, development: true, integrity: {} } },
    };
    expect(hosted({ registry: development }).kinmelFile(at('page.js')).integrity).toBeUndefined();
  });

  it('that failed are asked for under another address, or they would hang with the first request', () => {
    const { kinmelFile } = hosted();
    expect(kinmelFile(at('page.js')).url).toBe(at('page.js'));
    expect(kinmelFile(at('page.js'))).toEqual({ url: `${at('page.js')}?retry=1`, integrity: 'sha384-page' });
    expect(kinmelFile(at('page.js')).url).toBe(`${at('page.js')}?retry=2`);
  });

  it('that did not fail keep their address after the Retry of another, and so their place in the cache', () => {
    const { kinmelFile } = hosted();
    setRemoteHost({ registry, load: () => Promise.resolve({}) });
    kinmelFile(at('page.js'));
    retryRemoteModule('mfe-catalog', 'remote');
    kinmelFile(at('page.js'));
    expect(kinmelFile(at('remoteEntry.js')).url).toBe(at('remoteEntry.js'));
    expect(kinmelFile('http://localhost/shell/2/menu.js').url).toBe('http://localhost/shell/2/menu.js');
  });

  it('come by a script tag with hash, mode and time limit', () => {
    const create = federationPlugin(pins, {}).createScript as (args: { url: string }) => {
      script: HTMLScriptElement;
      timeout: number;
    };
    const { script, timeout } = create({ url: at('remoteEntry.js') });
    expect(script.integrity).toBe('sha384-entry');
    expect(script.crossOrigin).toBe('anonymous');
    expect(timeout).toBe(remoteFileDeadlineMs);
    expect(() => create({ url: at('other.js') })).toThrow('No integrity is known');
  });
});

describe('a manifest', () => {
  it('that the page carries costs no request', async () => {
    const response = await fetchBy({ 'mfe-catalog': { id: 'mfe_catalog' } }, at('mf-manifest.json'));
    expect(await response.json()).toEqual({ id: 'mfe_catalog' });
    expect(answer).not.toHaveBeenCalled();
  });

  it('is fetched with its hash and a time limit', async () => {
    answer.mockResolvedValue(new Response('{}'));
    await fetchBy({}, at('mf-manifest.json'));
    expect(answer).toHaveBeenCalledWith(
      at('mf-manifest.json'),
      expect.objectContaining({ integrity: 'sha384-manifest', signal: expect.any(AbortSignal) }),
    );
  });

  it('answered with an error status is a failure, and is then asked for under another address', async () => {
    const ask = federationPlugin(pins, {}).fetch as (url: string) => Promise<Response>;
    const asked = () => answer.mock.calls.map(([url]) => url.replace(at('mf-manifest.json'), ''));
    answer.mockResolvedValueOnce(new Response('busy', { status: 503 }));
    answer.mockImplementation(async () => new Response('{}'));
    await expect(ask(at('mf-manifest.json'))).rejects.toThrow('503');
    await ask(at('mf-manifest.json'));
    expect(asked()).toEqual(['', '?retry=1']);
    // Where it came it may be asked for again as it is.
    await ask(at('mf-manifest.json'));
    expect(asked().at(-1)).toBe('');
  });
});
