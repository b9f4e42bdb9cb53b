import { ownersLine, withOwnersLines } from '../documents/code-owners.ts';
import { type Change, insertAfterLast, insertBefore } from './change.ts';
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
  const inCompose = (edit: (text: string) => string): Change => ({
    kind: 'edit',
    path: 'docker-compose.yml',
    edit,
  });
  return [
    inCompose(
      insertAfterLast(
        /^ {2}[a-z-]+: &[a-z-]+-database .*$/gm,
        `  ${kebab}: &${kebab}-database mongodb://${kebab}:\${${password}:?${made}}@mongodb:27017/kinmel_${word}?replicaSet=rs0`,
      ),
    ),
    inCompose(
      insertAfterLast(/^ {6}MONGODB_[A-Z_]+_PASSWORD: .*$/gm, `      ${password}: \${${password}:?${made}}`),
    ),
    inCompose((text) => text.replace(/^ {2}gateway:$/m, `${block}\n$&`)),
    // The gateway is the last container of the file.
    inCompose(
      insertAfterLast(
        /^ {6}[A-Z_]+_URL: http:\/\/[a-z-]+:\d+$/gm,
        `      ${upper}_URL: http://${kebab}:${port}`,
      ),
    ),
    inCompose(
      insertAfterLast(
        /^ {6}[a-z-]+: \{ condition: service_healthy \}$/gm,
        `      ${kebab}: { condition: service_healthy }`,
      ),
    ),
    {
      kind: 'edit',
      path: 'deploy/docker/make-env.sh',
      edit: (text) => text.replace(/^(for service in [A-Z_ ]+)(; do)$/m, `$1 ${upper}$2`),
    },
    {
      kind: 'edit',
      path: 'deploy/docker/mongodb-users.js',
      edit: (text) => text.replace(/^(for \(const service of \[[^\]]*')(,?\s*\]\) \{)$/m, `$1, '${kebab}'$2`),
    },
  ];
}

/** The same for Kubernetes: its objects, its database's secret and its address at the gateway. */
export function kubernetesChanges({ service, port }: DeployedService): Change[] {
  const { kebab, upper } = service;
  const label = `app.kubernetes.io/name: ${kebab}`;
  const secret = `${upper}_MONGODB_URI`;
  const text = partOf('kubernetes-service.yaml', { kebab, label, secret, port });
  const edit = (path: string, change: (text: string) => string): Change => ({
    kind: 'edit',
    path: `deploy/k8s/${path}`,
    edit: change,
  });
  return [
    { kind: 'create', path: `deploy/k8s/base/${kebab}.yaml`, text },
    edit('base/kustomization.yaml', insertBefore('- tasks.yaml', `- ${kebab}.yaml`)),
    edit(
      'base/gateway.yaml',
      insertBefore('- { name: RENDER_URL', `- { name: ${upper}_URL, value: http://${kebab}:${port} }`),
    ),
    edit('make-secrets.sh', (before) => before.replace(/(for service in [a-z -]+)(; do)/, `$1 ${kebab}$2`)),
    edit(
      'overlays/production/secrets.example.env',
      insertAfterLast(
        /^[A-Z_]+_MONGODB_URI=.*$/gm,
        `${secret}=mongodb://${kebab}:<password>@<hosts>/kinmel_${kebab.replaceAll('-', '_')}?replicaSet=<name>&tls=true`,
      ),
    ),
    ...['single-node', 'production'].map((overlay) =>
      edit(`overlays/${overlay}/kustomization.yaml`, (before) =>
        before.replace(/^( {2}- \{ name: kinmel-)tools(, .*)$/m, (line, start, end) =>
          [`${start}${kebab}${end.replace('kinmel-tools', `kinmel-${kebab}`)}`, line].join('\n'),
        ),
      ),
    ),
  ];
}

/** What names a new service to people: its owner, the page of the architecture, the gateway's variables. */
export function serviceDocumentChanges({ service, port }: DeployedService, feature: Names): Change[] {
  const { kebab, upper } = service;
  return [
    {
      kind: 'edit',
      path: '.github/CODEOWNERS',
      edit: (text) =>
        withOwnersLines(
          text,
          [`/services/${kebab}/`, `/packages/contracts/src/${kebab}/`].map((path) =>
            ownersLine(path, [kebab]),
          ),
        ),
    },
    {
      kind: 'edit',
      path: 'docs/architecture.md',
      edit: insertAfterLast(
        /^\| \[services\/[a-z-]+\]\(\.\.\/services\/.*$/gm,
        `| [services/${kebab}](../services/${kebab}/README.md) | ${feature.words.toLowerCase()} | nothing | nothing |`,
      ),
    },
    {
      kind: 'edit',
      path: 'gateway/README.md',
      edit: (text) =>
        text.replace(
          /`([A-Z_]+_URL)` \| not set \| services that/,
          `\`$1\`, \`${upper}_URL\` | not set | services that`,
        ),
    },
    {
      kind: 'edit',
      path: 'README.md',
      edit: insertAfterLast(
        /^\| \[[a-z-]+\]\(services\/[a-z-]+\/README\.md\).*$/gm,
        `| [${kebab}](services/${kebab}/README.md) | ${feature.words.toLowerCase()} | ${port} |`,
      ),
    },
  ];
}

/** The same for a new remote. */
export function remoteDocumentChanges(remote: Names, owner: string, page: Names): Change[] {
  return [
    {
      kind: 'edit',
      path: '.github/CODEOWNERS',
      edit: (text) => withOwnersLines(text, [ownersLine(`/${remote.kebab}/`, [owner])]),
    },
    {
      kind: 'edit',
      path: 'docs/architecture.md',
      edit: insertAfterLast(
        /^\| \[mfe-[a-z-]+\]\(\.\.\/mfe-.*$/gm,
        `| [${remote.kebab}](../${remote.kebab}/README.md) | ${page.words.toLowerCase()} | | |`,
      ),
    },
    {
      kind: 'edit',
      path: 'README.md',
      edit: insertAfterLast(
        /^\| \[mfe-[a-z-]+\/\]\(mfe-[a-z-]+\/README\.md\).*$/gm,
        `| [${remote.kebab}/](${remote.kebab}/README.md) | ${page.words.toLowerCase()} |`,
      ),
    },
  ];
}
