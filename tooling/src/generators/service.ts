import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stackPorts } from '../launcher/services/services.ts';
import {
  type Change,
  contractImports,
  create,
  edit,
  insertAfterLast,
  UsageError,
  withImports,
} from './change.ts';
import { containerChanges, kubernetesChanges, serviceDocumentChanges } from './deployment.ts';
import { featureEndpoints, featureFiles } from './feature.ts';
import { namesOf, singularOf } from './names.ts';
import { filesOf } from './templates.ts';

const listOfServices = 'tooling/src/launcher/services/services.ts';

/** The named dependencies in the versions of the other services. */
const of = (versions: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, versions[name]]));

/** The first unused port from 4100. */
async function nextPort(repository: string): Promise<number> {
  const list = await readFile(join(repository, listOfServices), 'utf8');
  const { services: _, ...others } = stackPorts(0, {});
  const taken = new Set([
    ...Object.values(others),
    ...[...list.matchAll(/service\('[a-z-]+', (\d+)/g)].map(([, port]) => Number(port)),
  ]);
  let port = 4100;
  while (taken.has(port)) port += 1;
  return port;
}

/** A service with its first feature: `npm run new service loyalty rewards`. */
export async function serviceChanges(
  repository: string,
  serviceName: string | undefined,
  featureName: string | undefined,
): Promise<Change[]> {
  const service = namesOf(serviceName, 'service');
  if (!featureName)
    throw new UsageError('A service begins with a feature: npm run new service loyalty rewards');
  const feature = namesOf(featureName, 'feature');
  const thing = namesOf(singularOf(feature.kebab), 'feature');
  const port = await nextPort(repository);
  const { definitions, names } = featureEndpoints(service, feature);
  const template: Record<'dependencies' | 'devDependencies', Record<string, string>> = JSON.parse(
    await readFile(join(repository, 'services/order/package.json'), 'utf8'),
  );
  const { kebab, camel, upper } = service;
  const folder = `services/${kebab}`;
  const manifest = {
    name: `@kinmel/${kebab}`,
    version: '0.1.0',
    private: true,
    owners: [kebab],
    type: 'module',
    dependencies: of(template.dependencies, [
      '@kinmel/contracts',
      '@kinmel/service-kit',
      'express',
      'mongoose',
      'zod',
    ]),
    devDependencies: of(template.devDependencies, [
      '@kinmel/testing',
      '@types/express',
      '@types/supertest',
      'supertest',
    ]),
  };
  return [
    create(`${folder}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`),
    ...filesOf('service', folder, { service, feature, thing, port }),
    ...featureFiles(service, feature),
    create(
      `packages/contracts/src/${kebab}/${kebab}-endpoints.ts`,
      withImports(
        `\n${definitions}\nexport const ${camel}Endpoints = { ${names.join(', ')} } as const;\n`,
        contractImports,
      ),
    ),
    edit(
      'packages/contracts/src/index.ts',
      (text) => `${text}export * from './${kebab}/${kebab}-endpoints.ts';\n`,
    ),
    edit('packages/contracts/src/endpoint.ts', (text) =>
      text.replace(/(readonly owner:\s[^;]+);/, `$1 | '${kebab}';`),
    ),
    edit(listOfServices, insertAfterLast(/^ {2}service\('.*$/gm, `  service('${kebab}', ${port}),`)),
    edit(
      'gateway/src/config.ts',
      insertAfterLast(/^ {2}[A-Z_]+_URL: address\..*$/gm, `  ${upper}_URL: address.optional(),`),
    ),
    edit(
      'gateway/src/context.ts',
      insertAfterLast(/^ {6}.*: config\.[A-Z_]+_URL,$/gm, `      '${kebab}': config.${upper}_URL,`),
    ),
    edit('gateway/src/upstreams/api-routes.ts', (text) =>
      insertAfterLast(
        /^ {2}\.\.\.Object\.values\(.*$/gm,
        `  ...Object.values(${camel}Endpoints),`,
      )(text).replace("\n} from '@kinmel/contracts';", `\n  ${camel}Endpoints,$&`),
    ),
    ...containerChanges({ service, port }),
    ...kubernetesChanges({ service, port }),
    ...serviceDocumentChanges({ service, port }, feature),
  ];
}
