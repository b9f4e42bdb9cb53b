import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { objectsConfigShape, releasesConfigShape } from '@kinmel/service-kit';
import { copiedFolders, sealingKeys } from '../backup/shop-parts.ts';
import { textOf } from '../generators/templates.ts';
import { configSchemaOf } from '../launcher/services/config-schema.ts';
import { gateway, render, type ServicePart, services } from '../launcher/services/services.ts';

/** Secrets of an installation. Without an optional one, a part of the shop is disabled. */
const secrets = ['SERVICE_TOKEN', 'MAIL_SEAL_KEY', 'TRACKING_KEY', 'DEVICE_KEY', 'ADMIN_PASSWORD'];
const optionalSecrets = [
  'DATA_KEY',
  'DATA_KEY_OTHER',
  'DEVICE_KEY_OTHER',
  'REDIS_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'ESEWA_PRODUCT_CODE',
  'ESEWA_SECRET_KEY',
  'KHALTI_SECRET_KEY',
  'BLOCKLIST_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
];

/** Volumes that instances share, by the variable with their folder, and their size in Kubernetes. */
const volumes: Readonly<Record<string, string>> = {
  UPLOADS_FOLDER: '20Gi',
  AVATARS_FOLDER: '2Gi',
  AUTH_KEYS_FOLDER: '100Mi',
  REQUEST_PHOTOS_FOLDER: '10Gi',
  DEVICE_PHOTOS_FOLDER: '10Gi',
  PAYOUT_PROOFS_FOLDER: '10Gi',
  REMOTES_FOLDER: '5Gi',
  REGISTRY_FOLDER: '100Mi',
  BACKUPS_FOLDER: '100Gi',
};

const volumeOf = (variable: string) =>
  variable
    .replace(/_FOLDER$/, '')
    .toLowerCase()
    .replaceAll('_', '-');

const wordOf = ({ name }: Pick<ServicePart, 'name'>) => name.replaceAll('-', '_');
const urlOf = ({ name, port }: ServicePart) => `http://${name}:${port}`;
const generatedSecret = (name: string) => `\${${name}:?sh deploy/docker/make-env.sh makes it}`;

/** The value of a variable in docker-compose.yml and in the manifest of Kubernetes. */
interface Variable {
  readonly name: string;
  readonly compose: string;
  readonly kubernetes: string;
}

const fixedValue = (name: string, value: string): Variable => ({
  name,
  compose: value,
  kubernetes: `value: ${value}`,
});

const secret = (name: string, compose: string, key = name, isOptional = false): Variable => ({
  name,
  compose,
  kubernetes: `valueFrom: { secretKeyRef: { name: secrets, key: ${key}${isOptional ? ', optional: true' : ''} } }`,
});

function brokerAddress(user: string): Variable {
  const password = generatedSecret(`RABBITMQ_${user.toUpperCase()}_PASSWORD`);
  return secret('AMQP_URL', `amqp://${user}:${password}@rabbitmq:5672`, `${user.toUpperCase()}_AMQP_URL`);
}

/** The settings of `settings.env` by name, such as `LOG_LEVEL`. */
const settingsOf = (repository: string) =>
  parseEnv(readFileSync(join(repository, 'deploy/k8s/base/settings.env'), 'utf8'));

/** An optional secret or a setting of the installation; undefined where the process has a default. */
function installationVariable(
  name: string,
  settings: NodeJS.Dict<string>,
  setting = name,
): Variable | undefined {
  if (optionalSecrets.includes(name)) return secret(name, `\${${name}:-}`, name, true);
  if (settings[setting] === undefined) return undefined;
  return {
    name,
    // All containers of one machine share its volumes, which the gateway only reads.
    compose: name === 'RELEASES_URL' ? "''" : `\${${setting}:-${settings[setting]}}`,
    kubernetes: `valueFrom: { configMapKeyRef: { name: settings, key: ${setting} } }`,
  };
}

/** The value of a variable that a process reads; undefined when its default or its image decides. */
function variableOf(name: string, part: ServicePart, settings: NodeJS.Dict<string>) {
  const databaseWord = wordOf(part).toUpperCase();
  const user = services.includes(part) ? 'services' : part.name;
  const setting = name === 'GATEWAY_PUBLIC_URL' ? 'SHOP_URL' : name;
  const target = [...services, render].find(({ urlVariable }) => urlVariable === name);
  if (name === part.portVariable) return fixedValue(name, `'${part.port}'`);
  // Auth reads its own keys.
  if (name === 'JWKS_URL' && part.name === 'auth') return undefined;
  if (name === 'JWKS_URL') return fixedValue(name, `${urlOf(services[0] ?? part)}/api/auth/jwks.json`);
  // The platform decides the mode of a volume; keys are in a subfolder with mode 0700.
  if (name === 'AUTH_KEYS_FOLDER') return fixedValue(name, '/shop/auth-keys/own');
  if (target) return fixedValue(name, urlOf(target));
  if (name === 'MONGODB_URI') {
    const password = generatedSecret(`MONGODB_${databaseWord}_PASSWORD`);
    const address = `mongodb://${part.name}:${password}@mongodb:27017/kinmel_${wordOf(part)}?replicaSet=rs0`;
    return secret(name, address, `${databaseWord}_MONGODB_URI`);
  }
  if (name === 'AMQP_URL') return brokerAddress(user);
  if (name === 'SMTP_URL') return secret(name, '${SMTP_URL:-smtp://mail:1025}');
  if (secrets.includes(name)) return secret(name, generatedSecret(name));
  return installationVariable(name, settings, setting);
}

/** A process as described by `services.ts` and its own configuration. */
export async function deployedProcess(repository: string, part: ServicePart) {
  const names = Object.keys((await configSchemaOf(part.folder)).shape);
  const settings = settingsOf(repository);
  const isService = services.includes(part);
  const calls = [...services, render].filter((other) => other !== part && names.includes(other.urlVariable));
  return {
    ...part,
    callsOut: part.callsOut ?? null,
    component: isService ? 'service' : part.name,
    isService,
    isSeeded: part.seeds !== undefined,
    isGateway: part === gateway,
    sendsMail: names.includes('SMTP_URL'),
    variables: names
      .filter((name) => name !== part.urlVariable)
      .flatMap((name) => variableOf(name, part, settings) ?? []),
    volumes: names.filter((name) => name in volumes).map(volumeOf),
    // Only services write files.
    mode: isService ? '' : ':ro',
    calls: calls.map(({ name, port }) => ({ name, port })),
    // The gateway still serves pages while a service is down, so its readiness does not depend on services.
    readyPath: part === gateway ? '/health/live' : '/health/serving',
  };
}

/** The path of a volume in the image of tasks. */
const pathInTools = (volume: string) => `/shop/.kinmel/${volume}`;

/** Backup and restore, with all folders of the shop. */
function backupTasks(settings: NodeJS.Dict<string>) {
  const shared = [
    brokerAddress('services'),
    ...sealingKeys.map((name) => secret(name, generatedSecret(name))),
    secret('DATA_KEY', '${DATA_KEY:-}', 'DATA_KEY', true),
    ...Object.keys({ ...objectsConfigShape, ...releasesConfigShape }).flatMap(
      (name) => installationVariable(name, settings) ?? [],
    ),
    ...copiedFolders.map((variable) =>
      fixedValue(
        variable,
        // The same path as in the task that deploys.
        variable === 'SHELLS_FOLDER' ? pathInTools('remotes/shell') : pathInTools(volumeOf(variable)),
      ),
    ),
  ];
  const task = (
    name: string,
    options: readonly string[],
    ownVariables: readonly Variable[],
    isRestore: boolean,
  ) => ({
    name,
    options: options.join(' '),
    // Compose would also interpolate variables, unless the dollar is doubled.
    composeOptions: options.join(' ').replaceAll('$', '$$$$'),
    isRestore,
    variables: [...ownVariables, ...shared],
    volumes: Object.keys(volumes)
      .filter((variable) => copiedFolders.includes(variable) || variable === 'BACKUPS_FOLDER')
      .map((variable) => ({
        name: volumeOf(variable),
        path: pathInTools(volumeOf(variable)),
        isReadOnly: (variable === 'BACKUPS_FOLDER') === isRestore,
      })),
  });
  const uri = (user: string) =>
    `mongodb://${user}:${generatedSecret(`MONGODB_${user.toUpperCase()}_PASSWORD`)}@mongodb:27017/?replicaSet=rs0`;
  const restoreVariable = (name: string, key: string, compose: string): Variable => ({
    name,
    compose,
    kubernetes: `valueFrom: { secretKeyRef: { name: restore, key: ${key} } }`,
  });
  const folder = pathInTools('backups');
  return [
    task('backup', ['--into', folder], [secret('MONGODB_URI', uri('backup'), 'BACKUP_MONGODB_URI')], false),
    task(
      'restore',
      ['$REPLACE', '--from', `${folder}/$COPY`],
      [
        restoreVariable('COPY', 'copy', '${COPY:-}'),
        // Without --replace a shop that has data is not changed.
        restoreVariable('REPLACE', 'replace', '${REPLACE:-}'),
        restoreVariable('MONGODB_URI', 'mongodb-uri', uri('operator')),
      ],
      true,
    ),
  ];
}

/** The alerts as an object of the operator of Prometheus. */
function alertsForOperator(repository: string): string {
  const rules = readFileSync(join(repository, 'deploy/monitoring/alerts.yml'), 'utf8');
  const [, groups = ''] = rules.split(/^(?=groups:)/m);
  return [
    '# Written by `npm run documents` from deploy/monitoring/alerts.yml.',
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata: { name: alerts }',
    'spec:',
    groups.replaceAll(/^(?=.)/gm, '  '),
  ].join('\n');
}

/** docker-compose.yml, the processes of deploy/k8s and the list of services for scripts, by path. */
export async function deploymentFiles(repository: string): Promise<Map<string, string>> {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  const deployedProcesses = await Promise.all(
    [...services, render, gateway].map((part) => deployedProcess(repository, part)),
  );
  const processes = deployedProcesses.map((process) => ({
    ...process,
    callers: deployedProcesses
      .filter(({ calls }) => calls.some(({ name }) => name === process.name))
      .map(({ name }) => name)
      .join(', '),
  }));
  const serviceProcesses = processes.filter(({ isService }) => isService);
  const templateValues = {
    version,
    processes,
    services: serviceProcesses.map((process) => ({
      ...process,
      password: `MONGODB_${wordOf(process).toUpperCase()}_PASSWORD`,
      databaseSecret: `${wordOf(process).toUpperCase()}_MONGODB_URI`,
      database: process.variables.find(({ name }) => name === 'MONGODB_URI')?.compose,
      word: wordOf(process),
    })),
    seeded: serviceProcesses
      .filter(({ isSeeded }) => isSeeded)
      .map(({ name }) => name)
      .join(' '),
    backupTasks: backupTasks(settingsOf(repository)),
    volumes: Object.entries(volumes).map(([variable, size]) => ({ name: volumeOf(variable), size })),
  };
  const fillTemplate = (template: string, values: object) =>
    textOf(join(repository, 'deploy/templates', template), values);
  return new Map([
    ['docker-compose.yml', fillTemplate('docker-compose.yml.hbs', templateValues)],
    ['deploy/docker/services.txt', `${serviceProcesses.map(({ name }) => name).join('\n')}\n`],
    ['deploy/k8s/base/kustomization.yaml', fillTemplate('kustomization.yaml.hbs', templateValues)],
    ['deploy/k8s/base/backup.yaml', fillTemplate('backup.yaml.hbs', templateValues)],
    ['deploy/k8s/base/volumes.yaml', fillTemplate('volumes.yaml.hbs', templateValues)],
    ['deploy/k8s/sample-data/seed.yaml', fillTemplate('seed.yaml.hbs', templateValues)],
    ['deploy/k8s/monitoring/alerts.yaml', alertsForOperator(repository)],
    ...processes.map(
      (process) =>
        [`deploy/k8s/base/${process.name}.yaml`, fillTemplate('process.yaml.hbs', process)] as const,
    ),
  ]);
}
