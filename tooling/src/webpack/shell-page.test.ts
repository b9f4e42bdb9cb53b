const integrity = 'sha384-abc';
const build = {
  files: { 'main.js': { integrity, bytes: 1 }, 'later.js': { integrity, bytes: 1 } },
  scripts: ['main.js'],
  styles: [],
  fonts: [],
  offers: {},
  declaration: { owner: 'frame' },
  pacts: {},
};

describe('the page of a shell', () => {
  beforeEach(() => jest.resetModules());

  it('loads the files of its version with their hashes, and lists hashes of later files', async () => {
    const { shellPage } = await import('./shell-page.ts');
    const page = shellPage({ ...build, version: '1.0.0-abc' });
    expect(page).toContain(`<script defer src="/shell/1.0.0-abc/main.js" integrity="${integrity}"`);
    expect(page).toContain(`"integrity":{"later.js":"${integrity}"}`);
  });

  it('has a hidden notice for browsers below the floor, before the script that shows it', async () => {
    const { shellPage } = await import('./shell-page.ts');
    const page = shellPage({ ...build, version: '1.0.0-abc' });
    const noticeIndex = page.search(/<p id="kinmel-below-floor"[^>]* hidden>This browser is too old/);
    expect(noticeIndex).toBeGreaterThan(0);
    expect(page.indexOf('kinmelEarlyInput')).toBeGreaterThan(noticeIndex);
  });

  it('is part of the version, so that a change of only the page is deployed', async () => {
    const versionWith = async (script: string) => {
      jest.resetModules();
      jest.doMock('./early-input-script.ts', () => ({ earlyInputScript: script }));
      const { shellVersion } = await import('./shell-page.ts');
      return shellVersion('1.0.0', build);
    };
    expect(await versionWith('one()')).toBe(await versionWith('one()'));
    expect(await versionWith('other()')).not.toBe(await versionWith('one()'));
  });
});
