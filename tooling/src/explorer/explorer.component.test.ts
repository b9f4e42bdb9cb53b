import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { testMongoUri } from '@kinmel/testing/servers';

/** Runs the explorer in its own process, whose clock it replaces. */
function explore(...args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(__dirname, 'main.ts'), '--workers', '1', ...args],
    { encoding: 'utf8', env: { ...process.env, MONGODB_URI: testMongoUri() } },
  );
  return { stdout, stderr, status };
}

jest.setTimeout(120_000);

it('takes the same steps in the same order for the same seed, with all faults', () => {
  const [first, second] = [
    explore('--seed', '13,18', '--shorten', '0'),
    explore('--seed', '13,18', '--shorten', '0'),
  ];
  expect(first.stdout).toContain('Everything comes to rest.');
  expect(second.stdout).toBe(first.stdout);
});

it('refuses unknown options before anything is started', () => {
  expect(explore('--sedes', '5')).toMatchObject({ status: 2, stdout: '' });
});
