import { ownersLine, withOwnersLines } from '../documents/code-owners.ts';
import { type Change, create, edit, insertAfterLast, insertBefore } from './change.ts';
import type { Names } from './names.ts';
import { partOf } from './templates.ts';

interface DeployedService {
  readonly service: Names;
  readonly port: number;
}

/** The containers of a new service: its block, its database user and its address at the gateway. */
export function containerChanges({ service, port }: DeployedService): Change[] {
  const { kebab, upper } = service;
  const word = kebab.replaceAll('-', '_');
  const password = `MONGODB_${upper}_PASSWORD`;
  const made = 'sh deploy/docker/make-env.sh makes it';
  const block = partOf('compose-service.yml', { kebab, upper, port });
  const inCompose = (lines: RegExp, line: string) => edit('docker-compose.yml', insertAfterLast(lines, line));
  return [
    inCompose(
      /^ {2}[a-z-]+: &[a-z-]+-database .*$/gm,
      `  ${kebab}: &${kebab}-database mongodb://${kebab}:\${${password}:?${made}}@mongodb:27017/kinmel_${word}?replicaSet=rs0`,
    ),
    inCompose(/^ {6}MONGODB_[A-Z_]+_PASSWORD: .*$/gm, `      ${password}: \${${password}:?${made}}`),
    edit('docker-compose.yml', (text) => text.replace(/^ {2}gateway:$/m, `${block}\n$&`)),
    // The gateway is the last container of the file.
    inCompose(/^ {6}[A-Z_]+_URL: http:\/\/[a-z-]+:\d+$/gm, `      ${upper}_URL: http://${kebab}:${port}`),
    inCompose(
      /^ {6}[a-z-]+: \{ condition: service_healthy \}$/gm,
      `      ${kebab}: { condition: service_healthy }`,
    ),
    edit('deploy/docker/make-env.sh', (text) =>
      text.replace(/^(for service in [A-Z_ ]+)(; do)$/m, `$1 ${upper}$2`),
    ),
    edit('deploy/docker/mongodb-users.js', (text) =>
      text.replace(/^(for \(const service of \[[^\]]*')(,?\s*\]\) \{)$/m, `$1, '${kebab}'$2`),
    ),
  ];
}

/** The same for Kubernetes: its objects, its database's secret and its address at the gateway. */
export function kubernetesChanges({ service, port }: DeployedService): Change[] {
  const { kebab, upper } = service;
  const label = `app.kubernetes.io/name: ${kebab}`;
  const secret = `${upper}_MONGODB_URI`;
  const k8s = 'deploy/k8s';
  return [
    create(`${k8s}/base/${kebab}.yaml`, partOf('kubernetes-service.yaml', { kebab, label, secret, port })),
    edit(`${k8s}/base/kustomization.yaml`, insertBefore('- tasks.yaml', `- ${kebab}.yaml`)),
    edit(
      `${k8s}/base/gateway.yaml`,
      insertBefore('- { name: RENDER_URL', `- { name: ${upper}_URL, value: http://${kebab}:${port} }`),
    ),
    edit(`${k8s}/make-secrets.sh`, (text) =>
      text.replace(/(for service in [a-z -]+)(; do)/, `$1 ${kebab}$2`),
    ),
    edit(
      `${k8s}/overlays/production/secrets.example.env`,
      insertAfterLast(
        /^[A-Z_]+_MONGODB_URI=.*$/gm,
        `${secret}=mongodb://${kebab}:<password>@<hosts>/kinmel_${kebab.replaceAll('-', '_')}?replicaSet=<name>&tls=true`,
      ),
    ),
    ...['single-node', 'production'].map((overlay) =>
      edit(`${k8s}/overlays/${overlay}/kustomization.yaml`, (text) =>
        text.replace(/^( {2}- \{ name: kinmel-)tools(, .*)$/m, (line, start, end) =>
          [`${start}${kebab}${end.replace('kinmel-tools', `kinmel-${kebab}`)}`, line].join('\n'),
        ),
      ),
    ),
  ];
}

const owned = (lines: string[]) => edit('.github/CODEOWNERS', (text) => withOwnersLines(text, lines));

/** Where the documentation lists services: its owner, the architecture page, the gateway's variables, the README. */
export function serviceDocumentChanges({ service, port }: DeployedService, feature: Names): Change[] {
  const { kebab, upper } = service;
  const words = feature.words.toLowerCase();
  const paths = [`/services/${kebab}/`, `/packages/contracts/src/${kebab}/`];
  return [
    owned(paths.map((path) => ownersLine(path, [kebab]))),
    edit(
      'docs/architecture.md',
      insertAfterLast(
        /^\| \[services\/[a-z-]+\]\(\.\.\/services\/.*$/gm,
        `| [services/${kebab}](../services/${kebab}/README.md) | ${words} | nothing | nothing |`,
      ),
    ),
    edit('gateway/README.md', (text) =>
      text.replace(
        /`([A-Z_]+_URL)` \| not set \| addresses of optional services/,
        `\`$1\`, \`${upper}_URL\` | not set | addresses of optional services`,
      ),
    ),
    edit(
      'README.md',
      insertAfterLast(
        /^\| \[[a-z-]+\]\(services\/[a-z-]+\/README\.md\).*$/gm,
        `| [${kebab}](services/${kebab}/README.md) | ${words} | ${port} |`,
      ),
    ),
  ];
}

/** The same for a new remote. */
export function remoteDocumentChanges({ kebab }: Names, owner: string, page: Names): Change[] {
  const words = page.words.toLowerCase();
  return [
    owned([ownersLine(`/${kebab}/`, [owner])]),
    edit(
      'docs/architecture.md',
      insertAfterLast(
        /^\| \[mfe-[a-z-]+\]\(\.\.\/mfe-.*$/gm,
        `| [${kebab}](../${kebab}/README.md) | ${words} | | |`,
      ),
    ),
    edit(
      'README.md',
      insertAfterLast(
        /^\| \[mfe-[a-z-]+\/\]\(mfe-[a-z-]+\/README\.md\).*$/gm,
        `| [${kebab}/](${kebab}/README.md) | ${words} |`,
      ),
    ),
  ];
}
