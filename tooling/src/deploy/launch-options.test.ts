import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchOptions } from './launch-options.ts';

const env = { PATH: process.env.PATH, HOME: '/home/asha', RELEASE_KEY: 'secret', SERVICE_TOKEN: 'secret' };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinmel-launch-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the browser that tries versions before they are deployed', () => {
  it('has its sandbox and none of the environment', async () => {
    const options = await launchOptions('/usr/bin/chromium', folder, env, false);
    expect(options).toMatchObject({ executablePath: '/usr/bin/chromium', chromiumSandbox: true });
    for (const root of [false, true]) {
      const { env: browserEnv, args } = await launchOptions('/usr/bin/chromium', folder, env, root);
      expect(Object.keys(browserEnv)).toEqual(['PATH', 'HOME']);
      expect(args).not.toContain('--no-sandbox');
    }
  });

  (process.getuid?.() === 0 ? it : it.skip)('of root runs as nobody, who reads no key', async () => {
    const key = join(folder, 'key.pem');
    const profile = await mkdtemp(join(tmpdir(), 'kinmel-profile-'));
    await writeFile(key, 'secret', { mode: 0o600 });
    const { executablePath } = await launchOptions('/bin/sh', folder, env, true);
    const run = (script: string) =>
      execFileSync(executablePath, ['-c', script, `--user-data-dir=${profile}`], { encoding: 'utf8' });
    expect(run('id -u').trim()).toBe('65534');
    expect(run(`cat '${key}' 2>&1 || true`)).toMatch(/Permission denied/);
    expect(run('touch "$HOME/a" && echo written').trim()).toBe('written');
    await rm(profile, { recursive: true });
  });
});
