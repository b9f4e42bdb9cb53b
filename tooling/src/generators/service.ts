import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stackPorts } from '../launcher/services/services.ts';
import { type Change, contractImports, insertAfterLast, UsageError, withImports } from './change.ts';
import { containerChanges, kubernetesChanges, serviceDocumentChanges } from './deployment.ts';
import { featureEndpoints, featureFiles } from './feature.ts';
import { namesOf, singularOf } from './names.ts';
import { filesOf } from './templates.ts';

/** Where every start reads which services there are. */
const listOfServices = 'tooling/src/launcher/services/services.ts';

/** Only what a generated service imports, in the versions that the others have. */
const of = (versions: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, versions[name]]));

/** The first port that no part of a start has, counted on from the services that are there. */
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

/** A whole service with its first feature: `npm run new service loyalty rewards`. */
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
  const template = JSON.parse(await readFile(join(repository, 'services/order/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const folder = `services/${service.kebab}`;
  return [
    {
      kind: 'create',
      path: `${folder}/package.json`,
      text: `${JSON.stringify(
        {
          name: `@kinmel/${service.kebab}`,
          version: '0.1.0',
          private: true,
          owners: [service.kebab],
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
        },
        null,
        2,
      )}\n`,
    },
    ...filesOf('service', folder, { service, feature, thing, port }),
    ...featureFiles(service, feature),
    {
      kind: 'create',
      path: `packages/contracts/src/${service.kebab}/${service.kebab}-endpoints.ts`,
      text: withImports(
        `\n${definitions}\nexport const ${service.camel}Endpoints = { ${names.join(', ')} } as const;\n`,
        contractImports,
      ),
    },
    {
      kind: 'edit',
      path: 'packages/contracts/src/index.ts',
      edit: (text) => `${text}export * from './${service.kebab}/${service.kebab}-endpoints.ts';\n`,
    },
    {
      kind: 'edit',
      path: 'packages/contracts/src/endpoint.ts',
      edit: (text) => text.replace(/(readonly owner:\s[^;]+);/, `$1 | '${service.kebab}';`),
    },
    {
      kind: 'edit',
      path: listOfServices,
      edit: insertAfterLast(/^ {2}service\('.*$/gm, `  service('${service.kebab}', ${port}),`),
    },
    {
      kind: 'edit',
      path: 'gateway/src/config.ts',
      edit: insertAfterLast(
        /^ {2}[A-Z_]+_URL: address\..*$/gm,
        `  ${service.upper}_URL: address.optional(),`,
      ),
    },
    {
      kind: 'edit',
      path: 'gateway/src/context.ts',
      edit: insertAfterLast(
        /^ {6}.*: config\.[A-Z_]+_URL,$/gm,
        `      '${service.kebab}': config.${service.upper}_URL,`,
      ),
    },
    {
      kind: 'edit',
      path: 'gateway/src/upstreams/api-routes.ts',
      edit: (text) =>
        insertAfterLast(
          /^ {2}\.\.\.Object\.values\(.*$/gm,
          `  ...Object.values(${service.camel}Endpoints),`,
        )(text).replace("\n} from '@kinmel/contracts';", `\n  ${service.camel}Endpoints,$&`),
    },
    ...containerChanges({ service, port }),
    ...kubernetesChanges({ service, port }),
    ...serviceDocumentChanges({ service, port }, feature),
  ];
}
