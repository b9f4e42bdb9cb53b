// Entry point of every npm script: installs packages, sets git hooks, then runs the command under the packaged Node.
// Runs on Node 20 without any package.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commands, help } from './commands.mjs';
import { ensureInstalled } from './installed-packages.mjs';
import { packagedNode } from './packaged-node.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const writeLine = (line) => process.stderr.write(`${line}\n`);

function setHooksPath() {
  if (!existsSync(join(root, '.git')) || !existsSync(join(root, '.githooks'))) return;
  const git = (...args) => spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
  const configuredPath = git('config', '--local', '--get', 'core.hooksPath');
  // Keeps a path that was set for this clone by hand.
  if (configuredPath.status === 1 && configuredPath.stdout === '')
    git('config', 'core.hooksPath', '.githooks');
}

function run(node, name, extraArgs) {
  const command = commands[name];
  const bin = join(root, 'node_modules', '.bin');
  const [file, args] =
    command.script === undefined
      ? [join(bin, command.tool), [...command.args, ...extraArgs]]
      : [
          node,
          [
            '--disable-warning=ExperimentalWarning',
            ...(command.flags ?? []),
            join(root, command.script),
            ...(command.args ?? []),
            ...extraArgs,
          ],
        ];
  const child = spawn(file, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: [dirname(node), bin, process.env.PATH].join(delimiter),
      PACT_DO_NOT_TRACK: '1',
      KINMEL_PARENT_PID: String(process.pid),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // In a terminal Ctrl-C reaches the whole foreground group; forwarding it would send it twice.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.once('error', (error) => {
    writeLine(`${file} could not be started: ${error.message}`);
    process.exit(1);
  });
  child.once('close', (code, signal) => {
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 143));
  });
  if (process.env.npm_lifecycle_event !== undefined) {
    // When npm is killed with SIGKILL, its children must notice.
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM');
    }, 1_000).unref();
  }
}

const [name = '', ...args] = process.argv.slice(2);
if (name === 'help') {
  process.stdout.write(help);
  process.exit(0);
}
if (commands[name] === undefined) {
  writeLine(`Unknown command "${name}". There are: ${Object.keys(commands).join(', ')}.`);
  process.exit(2);
}
try {
  if (!commands[name].usesPackagesAsTheyAre) await ensureInstalled(root, writeLine);
  setHooksPath();
  run(packagedNode(root), name, args);
} catch (error) {
  writeLine(`\n${error.message}`);
  process.exit(1);
}
