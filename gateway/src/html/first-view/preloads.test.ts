import type { RemoteBuild, RemotePage } from '@kinmel/contracts';
import { picturePreload, renderedFiles } from './preloads.ts';

const file = { integrity: 'sha384-x', bytes: 1 };
const page: RemotePage = {
  path: '/',
  title: '',
  firstData: [],
  picture: {
    files: [
      { file: 'hero-480.avif', width: 480 },
      { file: 'hero-800.avif', width: 800 },
    ],
    sizes: '100vw',
  },
};
const build: RemoteBuild = {
  declaration: {
    name: 'mfe-catalog',
    owner: 'catalog',
    contractVersion: 1,
    requiredRole: 'public',
    pages: [page],
    widgets: [],
  },
  version: '1.0.0',
  source: { isDirty: false, builder: 'test' },
  pacts: {},
  builtAt: '2026-11-21T00:00:00.000Z',
  entry: 'remoteEntry.js',
  manifest: 'mf-manifest.json',
  files: { 'hero-480.avif': file, 'hero-800.avif': file, 'remote.css': file },
  shared: {},
  imports: {},
  modules: { remote: { scripts: [], styles: ['remote.css'] } },
  chunks: {},
};

describe("the preload of a remote's own picture", () => {
  it('has the candidates of the page with their widths', () => {
    const tag = picturePreload({ build, page, firstAnswer: undefined });
    expect(tag).toContain(
      'imagesrcset="/remotes/mfe-catalog/1.0.0/hero-480.avif 480w, /remotes/mfe-catalog/1.0.0/hero-800.avif 800w"',
    );
    expect(tag).toContain('imagesizes="100vw"');
    expect(tag).toContain('fetchpriority="high"');
  });

  it('is left out when the build lacks one of them', () => {
    expect(
      picturePreload({ build: { ...build, files: { 'hero-480.avif': file } }, page, firstAnswer: undefined }),
    ).toBe('');
  });
});

it.each([
  ['.a{}', '<style data-href="remote.css">.a{}</style>'],
  [undefined, '<link rel="stylesheet" href="/remotes/mfe-catalog/1.0.0/remote.css" data-href="remote.css"'],
])('inlines the style %s of a rendered page, or links it when that is undefined', async (text, tag) => {
  const { tags } = await renderedFiles([build], { build, page }, '', { style: async () => text });
  expect(tags).toContain(tag);
});
