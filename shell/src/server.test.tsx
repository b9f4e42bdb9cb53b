/** @jest-environment node */
import { aRegistry } from '@kinmel/testing/samples';
import { aPolicy } from '@kinmel/testing/server-rendering';
import { injectEndpoints, lazyPage, Widget } from '@kinmel/web-kit';
import { renderPage, shared } from './server.tsx';

const registry = aRegistry({
  'mfe-catalog': {
    pages: [
      { path: '/categories', title: 'Categories' },
      { path: '/broken', title: 'Broken' },
      { path: '/about', title: 'About' },
    ],
  },
  'mfe-cart-checkout': { widgets: ['cart-badge', 'mini-cart'] },
});

const { useGetContactQuery, endpoints } = injectEndpoints((build) => ({
  getContact: build.query<{ data: ReturnType<typeof aPolicy> }, void>({ query: () => '/api/policy' }),
}));

function About() {
  const { data } = useGetContactQuery();
  return <h1>{data?.data.contact.email ?? 'Nobody knows'}</h1>;
}

const modules: Record<string, unknown> = {
  'mfe-catalog/remote': {
    remote: {
      contract: 1,
      pages: {
        '/categories': lazyPage(async () => ({
          default: () => (
            <>
              <h1>All categories</h1>
              <p>{'long '.repeat(20_000)}</p>
              <Widget name="mfe-cart-checkout/mini-cart" placeholder={<i>The cart is coming</i>} />
            </>
          ),
        })),
        '/broken': () => {
          throw new Error('bug');
        },
        '/about': About,
      },
      prepare: {
        '/about': () => webKitStore().dispatch(endpoints.getContact.initiate()),
      },
    },
  },
  'mfe-catalog/wishlist-badge': { default: () => null },
  'mfe-cart-checkout/cart-badge': { default: () => null },
  'mfe-cart-checkout/mini-cart': { default: () => <b>The cart</b> },
};

function webKitStore() {
  return (shared['@kinmel/web-kit'] as typeof import('@kinmel/web-kit')).getStore();
}

const loadRemoteModule = (remote: string, module: string) => {
  const remoteModule = modules[`${remote}/${module}`];
  if (!remoteModule) throw new Error(`${remote} has no ${module} for a server`);
  return remoteModule;
};

const render = (address: string, changes: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({ address, registry, firstData: {}, loadRemoteModule, ...changes });

describe('the HTML of a page, rendered on a server', () => {
  it('has frame, page and widgets in place, at any length, and nothing to be moved by a script', async () => {
    const html = await render('/categories');
    for (const text of ['Skip to content', 'All categories', 'long long', '<b>The cart</b>', 'Contact us'])
      expect(html).toContain(text);
    expect(html).not.toMatch(/<script|<template|hidden id=|\sstyle=|The cart is coming/);
  });

  it('shows the first-view answers of its URL, and nothing of the previous one', async () => {
    const answer = {
      success: true,
      data: aPolicy({ contact: { address: '', email: 'a@b.example', phone: '' } }),
    };
    await expect(render('/about', { firstData: { '/api/policy': answer } })).resolves.toContain(
      'a@b.example',
    );
    await expect(render('/categories')).resolves.not.toContain('a@b.example');
  });

  it('is refused when the page needs more than the first-view answers', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    await expect(render('/about')).rejects.toThrow('requests more');
    warn.mockRestore();
  });

  it('is refused for a page that throws, or without a server file', async () => {
    await expect(render('/broken')).rejects.toThrow('bug');
    const absent = () => {
      throw new Error('no server file');
    };
    await expect(render('/categories', { loadRemoteModule: absent })).rejects.toThrow('did not load');
  });

  it('keeps the placeholder of a widget that fails', async () => {
    const html = await render('/categories', {
      loadRemoteModule: (remote, module) => {
        if (module === 'mini-cart') throw new Error('no server file');
        return loadRemoteModule(remote, module);
      },
    });
    expect(html).toContain('All categories');
    expect(html).toContain('<i>The cart is coming</i>');
  });

  it('escapes the text of a URL', async () => {
    const html = await render('/search-results?q=%3Cscript%3Ealert(1)%3C/script%3E%22%E2%80%A8');
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
  });
});
