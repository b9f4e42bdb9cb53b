import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Change, contractImports, insertAfterLast, UsageError, withImports } from './change.ts';
import { type Names, namesOf, singularOf } from './names.ts';
import { assertFreeAddress, assertRemote, assertService } from './parts.ts';
import { filesOf, partOf } from './templates.ts';

/** The files of one feature of a service: rules, two use cases, store, routes and their tests. */
export function featureFiles(service: Names, feature: Names): Change[] {
  const thing = namesOf(singularOf(feature.kebab), 'feature');
  return filesOf('service-feature', `services/${service.kebab}/src/${feature.kebab}`, {
    service,
    feature,
    thing,
  });
}

/** The contract of a feature: two endpoints and their names in the group. */
export function featureEndpoints(service: Names, feature: Names): { definitions: string; names: string[] } {
  const thing = namesOf(singularOf(feature.kebab), 'feature');
  const definitions = partOf('feature-endpoints.ts', { service, feature, thing });
  return { definitions, names: [`list${feature.pascal}`, `create${thing.pascal}`] };
}

/** A feature in a service that is there: `npm run new feature catalog brands`. */
export async function serviceFeatureChanges(
  repository: string,
  serviceName: string | undefined,
  featureName: string | undefined,
): Promise<Change[]> {
  const service = namesOf(serviceName, 'service');
  const feature = namesOf(featureName, 'feature');
  await assertService(repository, service.kebab);
  const { definitions, names } = featureEndpoints(service, feature);
  const contracts = `packages/contracts/src/${service.kebab}`;
  const all = `${service.kebab}-endpoints.ts`;
  const group = `${feature.camel}Endpoints`;
  return [
    ...featureFiles(service, feature),
    {
      kind: 'create',
      path: `${contracts}/${feature.kebab}-endpoints.ts`,
      text: withImports(
        `\n${definitions}\nexport const ${group} = { ${names.join(', ')} } as const;\n`,
        contractImports,
      ),
    },
    {
      kind: 'edit',
      path: `${contracts}/${all}`,
      edit: (text) => {
        const taken = names.find((name) => new RegExp(`\\b${name}\\b`).test(text));
        if (taken !== undefined)
          throw new UsageError(
            `${taken} is there already in the contracts of ${service.kebab}; nothing was written.`,
          );
        const serviceGroup = `export const ${service.camel}Endpoints = {`;
        return withImports(text, [[group, `./${feature.kebab}-endpoints.ts`]]).replace(
          serviceGroup,
          `${serviceGroup}\n  ...${group},`,
        );
      },
    },
    {
      kind: 'edit',
      path: 'packages/contracts/src/index.ts',
      edit: insertAfterLast(
        new RegExp(`^export \\* from './${service.kebab}/.*$`, 'gm'),
        `export * from './${service.kebab}/${feature.kebab}-endpoints.ts';`,
      ),
    },
  ];
}

/** A page in a remote that is there: `npm run new feature mfe-catalog compare`. */
export async function pageFeatureChanges(
  repository: string,
  remote: string,
  pageName: string | undefined,
): Promise<Change[]> {
  const page = namesOf(pageName, 'feature');
  await assertRemote(repository, remote);
  const routes = await readFile(join(repository, remote, 'src/routes.tsx'), 'utf8');
  const isFramed = routes.includes('function framed(');
  const address = isFramed ? `/admin/${page.kebab}` : `/${page.kebab}`;
  await assertFreeAddress(repository, remote, address);
  const { chunk, file } = isFramed
    ? { chunk: page.kebab, file: page.kebab }
    : { chunk: `page-${page.kebab}`, file: `${page.kebab}-page` };
  const lazy = `lazyPage(() => import(/* webpackChunkName: "${chunk}" */ './features/${page.kebab}/${file}.tsx'))`;
  const route = `  '${address}': ${isFramed ? `framed(${lazy})` : lazy},`;
  const row = namesOf(singularOf(page.kebab), 'feature');
  return [
    ...filesOf(isFramed ? 'framed-page' : 'page', `${remote}/src/features/${page.kebab}`, { page, row }),
    {
      kind: 'edit',
      path: `${remote}/src/routes.tsx`,
      edit: (text) => text.replace(/(export const pages\b[\s\S]*?\n)(\};)/, `$1${route}\n$2`),
    },
    {
      kind: 'edit',
      path: `${remote}/remote.json`,
      edit: (text) => {
        const declaration = JSON.parse(text) as { pages: object[] };
        declaration.pages.push({
          path: address,
          title: page.words,
          chunk,
          ...(isFramed ? { ownFrame: true } : {}),
          parameters: [],
          firstData: [],
        });
        return `${JSON.stringify(declaration, null, 2)}\n`;
      },
    },
  ];
}

/** The page's component and its test. */
export const pageFiles = (remote: string, page: Names): Change[] =>
  filesOf('page', `${remote}/src/features/${page.kebab}`, { page });
