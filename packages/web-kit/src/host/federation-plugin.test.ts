import { remoteFileDeadlineMs } from '@kinmel/contracts';
import { aRegistry } from '@kinmel/testing/samples';
import { retryRemoteModule, setRemoteHost } from '../remotes/remote-loading.ts';
import { federationPlugin, type Pins } from './federation-plugin.ts';

const manifest = { integrity: { 'remoteEntry.js': 'sha384-entry', 'page.js': 'sha384-page' } };
const registry = aRegistry({ 'mfe-catalog': { integrity: { 'mf-manifest.json': 'sha384-manifest' } } });
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

const fetchBy = (manifests: Record<string, object>, url: string) =>
  // The hook's other arguments are unused.
  (federationPlugin(pins, manifests).fetch as (url: string) => Promise<Response>)(url);

/** Creates the plugin and returns the function that loaders call for each file. */
function hosted(hostPins = pins): { kinmelFile: NonNullable<typeof globalThis.kinmelFile> } {
  federationPlugin(hostPins, { 'mfe-catalog': manifest });
  const { kinmelFile } = globalThis;
  if (!kinmelFile) throw new Error('The host set no kinmelFile');
  return { kinmelFile };
}

describe('the files of a remote', () => {
  it('are requested with the hash from the manifest, those of the shell with the hash from the page', () => {
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

  it('have no hash during development', () => {
    const development = aRegistry({ 'mfe-catalog': { development: true } });
    expect(hosted({ registry: development }).kinmelFile(at('page.js')).integrity).toBeUndefined();
  });

  it('are retried at another URL after a failure, so as not to join the failed request; other files keep theirs', () => {
    const { kinmelFile } = hosted();
    setRemoteHost({ registry, load: () => Promise.resolve({}) });
    expect(kinmelFile(at('page.js')).url).toBe(at('page.js'));
    retryRemoteModule('mfe-catalog', 'remote');
    expect(kinmelFile(at('page.js'))).toEqual({ url: `${at('page.js')}?retry=1`, integrity: 'sha384-page' });
    expect(kinmelFile(at('page.js')).url).toBe(`${at('page.js')}?retry=2`);
    expect(kinmelFile('http://localhost/shell/2/menu.js').url).toBe('http://localhost/shell/2/menu.js');
  });

  it('are requested at another URL the first time too when their remote is retried: their preload may have failed', () => {
    const { kinmelFile } = hosted();
    setRemoteHost({ registry, load: () => Promise.resolve({}) });
    retryRemoteModule('mfe-catalog', 'remote');
    expect(kinmelFile(at('page.js')).url).toBe(`${at('page.js')}?retry=1`);
  });

  it('are loaded by a script tag with hash, mode and timeout', () => {
    const create = federationPlugin(pins, { 'mfe-catalog': manifest }).createScript as (args: {
      url: string;
    }) => {
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
  it('needs no request when it is in the HTML', async () => {
    const response = await fetchBy({ 'mfe-catalog': { id: 'mfe_catalog' } }, at('mf-manifest.json'));
    expect(await response.json()).toEqual({ id: 'mfe_catalog' });
    expect(answer).not.toHaveBeenCalled();
  });

  it('is fetched with its hash and a timeout', async () => {
    answer.mockResolvedValue(new Response('{}'));
    await fetchBy({}, at('mf-manifest.json'));
    expect(answer).toHaveBeenCalledWith(
      at('mf-manifest.json'),
      expect.objectContaining({ integrity: 'sha384-manifest', signal: expect.any(AbortSignal) }),
    );
  });

  it('that was fetched provides the hashes of the other files', async () => {
    const fetchManifest = federationPlugin(pins, {}).fetch as (url: string) => Promise<Response>;
    expect(() => globalThis.kinmelFile?.(at('page.js'))).toThrow('No integrity is known');
    answer.mockResolvedValue(new Response(JSON.stringify(manifest)));
    expect(await (await fetchManifest(at('mf-manifest.json'))).json()).toEqual(manifest);
    expect(globalThis.kinmelFile?.(at('page.js')).integrity).toBe('sha384-page');
  });

  it('with an error status is a failure, and is retried at another URL; once loaded it is not requested again', async () => {
    const fetchManifest = federationPlugin(pins, {}).fetch as (url: string) => Promise<Response>;
    const requestedSuffixes = () => answer.mock.calls.map(([url]) => url.replace(at('mf-manifest.json'), ''));
    answer.mockResolvedValueOnce(new Response('busy', { status: 503 }));
    answer.mockImplementation(async () => new Response('{}'));
    await expect(fetchManifest(at('mf-manifest.json'))).rejects.toThrow('503');
    await fetchManifest(at('mf-manifest.json'));
    expect(requestedSuffixes()).toEqual(['', '?retry=1']);
    await fetchManifest(at('mf-manifest.json'));
    expect(requestedSuffixes()).toHaveLength(2);
  });
});
