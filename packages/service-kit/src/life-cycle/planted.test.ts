import { spawnSync } from 'node:child_process';
import path from 'node:path';

const file = JSON.stringify(path.join(__dirname, 'planted.ts'));

/** Queries a fault in a separate process. */
function isPlanted(env: Record<string, string>) {
  const script = `import(${file}).then(({ planted }) => process.stdout.write(String(planted('one'))));`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--eval', script], {
    env: { ...process.env, NODE_ENV: 'test', PLANTED: '', ...env },
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

it.each([
  ['', 'false'],
  ['two', 'false'],
  ['one,two', 'true'],
])('PLANTED=%s switches the named faults on, and no others', (PLANTED, expected) => {
  expect(isPlanted({ PLANTED })).toMatchObject({ stdout: expected, status: 0 });
});

it('is refused in production', () => {
  const { stderr, status } = isPlanted({ PLANTED: 'one', NODE_ENV: 'production' });
  expect(status).not.toBe(0);
  expect(stderr).toContain('it is refused in production');
});
