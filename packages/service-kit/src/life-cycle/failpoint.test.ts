import { spawnSync } from 'node:child_process';
import path from 'node:path';

const failpointFile = path.join(__dirname, 'failpoint.ts');

/** Passes three failpoints in a separate process and prints those reached. */
function runFailpoints(env: Record<string, string>) {
  const script = `
    import(${JSON.stringify(failpointFile)}).then(({ failpoint }) => {
      for (const name of ['one', 'two', 'two', 'three']) {
        failpoint(name);
        process.stdout.write(name + ' ');
      }
    });`;
  const { stdout, stderr, signal, status } = spawnSync(process.execPath, ['--eval', script], {
    env: { ...process.env, NODE_ENV: 'test', FAILPOINT: '', ...env },
    encoding: 'utf8',
  });
  return { reached: stdout.trim().split(' '), stderr, signal, status };
}

it('does nothing unless it is armed', () => {
  expect(runFailpoints({})).toMatchObject({ reached: ['one', 'two', 'two', 'three'], status: 0 });
});

it.each([
  ['two', ['one']],
  ['two:2', ['one', 'two']],
])('FAILPOINT=%s kills the process at exactly that pass', (FAILPOINT, reached) => {
  expect(runFailpoints({ FAILPOINT })).toMatchObject({ reached, signal: 'SIGKILL' });
});

it('kills the process before it handles an answer, even one that has arrived (R-01)', () => {
  const script = `
    import(${JSON.stringify(failpointFile)}).then(async ({ failpointUnanswered }) => {
      process.stdout.write(await failpointUnanswered('step', Promise.resolve('first ')));
      process.stdout.write(await failpointUnanswered('step', Promise.resolve('second')));
    });`;
  const { stdout, signal } = spawnSync(process.execPath, ['--eval', script], {
    env: { ...process.env, NODE_ENV: 'test', FAILPOINT: 'step:2' },
    encoding: 'utf8',
  });
  expect({ stdout, signal }).toEqual({ stdout: 'first ', signal: 'SIGKILL' });
});

it('is refused in production before anything starts', () => {
  const { stderr, status } = runFailpoints({ FAILPOINT: 'two', NODE_ENV: 'production' });
  expect(status).toBe(1);
  expect(stderr).toContain('refused in production');
});
