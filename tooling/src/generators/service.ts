import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stackPorts } from '../launcher/services/services.ts';
import { type Change, insertAfterLast, UsageError } from './change.ts';
import { containerChanges, kubernetesChanges, serviceDocumentChanges } from './deployment.ts';
import { featureEndpoints, featureFiles } from './feature.ts';
import { namesOf, singularOf } from './names.ts';

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
    ...[...list.matchAll(/port: (\d+)/g)].map(([, port]) => Number(port)),
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
  const create = (path: string, text: string): Change => ({
    kind: 'create',
    path: `${folder}/${path}`,
    text,
  });
  return [
    create(
      'package.json',
      `${JSON.stringify(
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
    ),
    create(
      'README.md',
      `# ${service.words}

**Owns** ${feature.words.toLowerCase()}. **Says** nothing yet. **Listens** to nothing yet.

Run alone: \`node --watch services/${service.kebab}/src/main.ts\`, with MongoDB and RabbitMQ at the addresses of the common variables.

| Variable | Meaning | Default |
| --- | --- | --- |
| \`${service.upper}_PORT\` | where it listens | ${port} |

The variables that every service has stand in \`packages/service-kit/README.md\`.
`,
    ),
    create(
      'RULES.md',
      `# Rules of ${service.kebab}

${service.pascal.charAt(0)}1. A ${thing.words.toLowerCase()} has a name of its own that is not blank.
`,
    ),
    create(
      'src/config.ts',
      `import { portSchema, serviceConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';

/** The environment of this service; README.md explains each variable. */
export const ${service.camel}ConfigSchema = z.object({
  ...serviceConfigShape,
  ${service.upper}_PORT: portSchema.default(${port}),
});
`,
    ),
    create(
      'src/context.ts',
      `import type { Logger } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { ${feature.pascal}Context } from './${feature.kebab}/create-${thing.kebab}.ts';
import { create${feature.pascal}Store, create${thing.pascal}Model } from './${feature.kebab}/${feature.kebab}.store.ts';

/** Everything that the features depend on. */
export interface ${service.pascal}Context extends ${feature.pascal}Context {
  readonly logger: Logger;
}

/** The models with their indexes, which are created at start. */
export const ${service.camel}Models = (connection: mongoose.Connection) => [create${thing.pascal}Model(connection)];

export function create${service.pascal}Context(connection: mongoose.Connection, logger: Logger): ${service.pascal}Context {
  return {
    logger,
    ${feature.camel}: create${feature.pascal}Store(create${thing.pascal}Model(connection)),
    now: () => new Date(),
    newId: () => new mongoose.Types.ObjectId().toHexString(),
  };
}
`,
    ),
    create(
      'src/app.ts',
      `import { createServiceApp, type ServiceParts } from '@kinmel/service-kit';
import type express from 'express';
import type { ${service.pascal}Context } from './context.ts';
import { ${feature.camel}Routes } from './${feature.kebab}/${feature.kebab}.routes.ts';

export function create${service.pascal}App(context: ${service.pascal}Context, options: ServiceParts): express.Express {
  return createServiceApp({
    service: '${service.kebab}',
    logger: context.logger,
    ...options,
    routes: [...${feature.camel}Routes(context)],
  });
}
`,
    ),
    create(
      'src/main.ts',
      `import { openService, runService } from '@kinmel/service-kit';
import { create${service.pascal}App } from './app.ts';
import { ${service.camel}ConfigSchema } from './config.ts';
import { create${service.pascal}Context, ${service.camel}Models } from './context.ts';

await runService({
  name: '${service.kebab}',
  start: async (serviceContext) => {
    const service = await openService({
      ...serviceContext,
      configSchema: ${service.camel}ConfigSchema,
      models: ${service.camel}Models,
    });
    const context = create${service.pascal}Context(service.connection, serviceContext.logger);
    return {
      app: create${service.pascal}App(context, service.appOptions),
      port: service.config.${service.upper}_PORT,
      ready: service.health,
      stop: service.close,
    };
  },
});
`,
    ),
    ...featureFiles(service, feature),
    {
      kind: 'create',
      path: `packages/contracts/src/${service.kebab}/${service.kebab}-endpoints.ts`,
      text: `import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { answerOf } from '../primitives.ts';

${definitions}
export const ${service.camel}Endpoints = { ${names.join(', ')} } as const;
`,
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
      edit: (text) =>
        text.replace(
          /(export const services: ServicePart\[\] = \[[\s\S]*?)\n\];/,
          `$1
  {
    name: '${service.kebab}',
    folder: 'services/${service.kebab}',
    port: ${port},
    portVariable: '${service.upper}_PORT',
    urlVariable: '${service.upper}_URL',
  },
];`,
        ),
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
