import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const bootstrap = join(__dirname, 'bootstrap.mjs');

/** Runs a command as its npm script does. Help and refused calls exit within seconds. */
const call = (...words: string[]) => callWith({}, ...words);

function callWith(env: NodeJS.ProcessEnv, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bootstrap, ...words], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  return { status, stdout, stderr };
}

const ownCommands = [
  'start',
  'build',
  'seed',
  'deploy',
  'stories',
  'resolve-stack',
  'test',
  'doctor',
  'rotate-keys',
  'shop',
  'check-books',
  'backup',
  'restore',
  'explore',
  'rig',
  'pack',
  'new',
  'documents',
  'requirements',
  'bench',
  'capacity',
  'compatibility',
];
/** Scripts above under other commands. */
const otherCommands = [
  'dev',
  'release',
  'can-i-deploy',
  'rollback',
  'remotes',
  'test:browser',
  'test:long',
  'test:containers',
  'test:cluster',
  'check',
  'mutants',
  'pre-push',
];
const tools = ['changelog', 'links', 'pre-commit', 'commit-msg', 'format', 'lint', 'types'];

describe('every command', () => {
  it('is in this list', () => {
    const [, listed = ''] = /There are: (.*)\./.exec(call('nosuch').stderr) ?? [];
    expect(listed.split(', ').toSorted()).toEqual([...ownCommands, ...otherCommands, ...tools].toSorted());
  });

  it.each(ownCommands)(
    '%s prints its help, and refuses an unknown option without doing anything',
    (name) => {
      const help = call(name, '--help');
      expect(help).toMatchObject({ status: 0, stderr: '' });
      expect(help.stdout).toContain('npm ');
      const refusal = call(name, '--bogus');
      expect(refusal).toMatchObject({ status: 2, stdout: '' });
      expect(refusal.stderr).toContain('--bogus');
      expect(refusal.stderr).not.toMatch(/^ +at /m);
    },
    130_000,
  );
});

it('rotate-keys uses the given folder, and reports that it has no key', () => {
  const folder = join(tmpdir(), 'kinmel-no-keys-here');
  const { status, stderr } = callWith({ AUTH_KEYS_FOLDER: folder }, 'rotate-keys');
  expect(status).toBe(1);
  expect(stderr).toBe(`There is no key yet in ${folder}: auth creates the first one at its start.\n`);
});

it.each([
  ['shop', [], 'No action ""'],
  ['shop', ['kill'], 'kill: name a part, such as order'],
  ['shop', ['kill', 'order', 'two'], '--instance: expected a whole number, 1 or more'],
  ['start', ['mfe-catalog'], 'npm run dev -- mfe-catalog'],
  ['start', ['--against', 'https://kinmel.example'], '--against: name a remote: npm run dev -- mfe-catalog'],
  ['dev', ['mfe-catalog', '--against', 'kinmel.example'], '--against: expected an origin such as https://'],
  ['start', ['--port-offset', 'x'], '--port-offset: expected a whole number, 0 or more'],
  ['seed', ['--products', '0'], '--products: expected a whole number, 1 or more'],
  ['build', ['nosuch'], 'No part of the shop: nosuch. There are: auth,'],
  ['deploy', ['mfe-nosuch'], 'There are: shell, mfe-account,'],
  ['deploy', ['mfe-catalog', '--canary', '5%'], '--canary: expected whole numbers from 1 to 100'],
  ['deploy', ['mfe-catalog', '--canary', '101'], '--canary: expected whole numbers from 1 to 100'],
  ['release', ['nosuch'], 'Say what to do: status, activate,'],
  ['can-i-deploy', ['nosuch'], 'There are: shell, mfe-account,'],
  ['pack', [], 'Name one folder.'],
  ['requirements', ['NOSUCH'], 'No area of the requirements: NOSUCH.'],
  ['test', ['services/nosuch.test.ts'], 'No such test file: services/nosuch.test.ts'],
  ['rig', ['--minutes', '0'], '--minutes: expected a whole number, 1 or more'],
  ['rig', ['--replicas', '2'], '--replicas: expected an odd number, such as 3'],
  ['rig', ['--planted', 'nosuch'], '--planted: there are order.unsaved,'],
  ['bench', ['--only', 'reads,nosuch'], 'No such row: nosuch'],
  ['bench', ['--products', 'many'], '--products: expected a whole number, 1 or more'],
] as const)(
  '%s %j is refused with the expected form',
  (name, words, sentence) => {
    const refusal = call(name, ...words);
    expect(refusal).toMatchObject({ status: 2, stdout: '' });
    expect(refusal.stderr).toContain(sentence);
  },
  65_000,
);
