import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Change,
  contractImports,
  create,
  edit,
  insertAfterLast,
  insertBefore,
  UsageError,
  withImports,
} from './change.ts';
import { type Names, namesOf, singularOf } from './names.ts';
import { assertFreeAddress, assertThere, ownersRight } from './parts.ts';
import { filesOf, partOf } from './templates.ts';

/** A feature of a service: `npm run new feature catalog brands`. */
export async function serviceFeatureChanges(
  repository: string,
  serviceName: string | undefined,
  featureName: string | undefined,
): Promise<Change[]> {
  const service = namesOf(serviceName, 'service');
  const feature = namesOf(featureName, 'feature');
  assertThere(repository, 'service', service.kebab);
  const thing = namesOf(singularOf(feature.kebab), 'feature');
  const definitions = partOf('feature-endpoints.ts', { service, feature, thing, ownersRight });
  const names = [`list${feature.pascal}`, `create${thing.pascal}`];
  const contracts = `packages/contracts/src/${service.kebab}`;
  for await (const file of glob('*-endpoints.ts', { cwd: join(repository, contracts) })) {
    const text = await readFile(join(repository, contracts, file), 'utf8');
    const takenName = names.find((name) => new RegExp(`\\b${name}\\b`).test(text));
    if (takenName !== undefined)
      throw new UsageError(
        `${takenName} is there already in the contracts of ${service.kebab}; nothing was written.`,
      );
  }
  const module = `./${service.kebab}/${feature.kebab}-endpoints.ts`;
  return [
    ...filesOf('service-feature', `services/${service.kebab}/src/${feature.kebab}`, {
      service,
      feature,
      thing,
    }),
    create(`${contracts}/${feature.kebab}-endpoints.ts`, withImports(`\n${definitions}`, contractImports)),
    edit(
      'packages/contracts/src/index.ts',
      insertAfterLast(
        new RegExp(`^export \\* .*from './${service.kebab}/.*$`, 'gm'),
        `export * from '${module}';\nexport * as ${feature.camel}Endpoints from '${module}';`,
      ),
    ),
  ];
}

/** Adds a page of the back office to the navigation, and to the README's table of pages that work while a service is stopped. */
function backOfficeChanges(remote: string, page: Names, owner: string): Change[] {
  const withPage = (row: string) => {
    const [stopped, failingPages, workingPages, refusedActions] = row.slice(2, -2).split(' | ');
    const cells =
      stopped === owner
        ? [
            stopped,
            `${failingPages}, ${page.words} ("${page.words} could not be loaded.")`,
            workingPages,
            refusedActions,
          ]
        : [stopped, failingPages, `${workingPages}, ${page.words}`, refusedActions];
    return `| ${cells.join(' | ')} |`;
  };
  return [
    edit(
      `${remote}/src/frame/navigation.ts`,
      insertBefore(
        "link('/admin/staff'",
        `link('/admin/${page.kebab}', '${page.words}', '${ownersRight}', ListTodo),`,
      ),
    ),
    edit(`${remote}/README.md`, (text) => {
      const start = text.indexOf('| --- |', text.indexOf('| Stopped |'));
      return text.slice(0, start) + text.slice(start).replaceAll(/^\| [a-z].* \|$/gm, withPage);
    }),
  ];
}

/**
 * A page of a remote: `npm run new feature mfe-catalog compare`. One of the back office names the service that answers
 * its list: `npm run new feature mfe-admin subscriptions notification`.
 */
export async function pageFeatureChanges(
  repository: string,
  remote: string,
  pageName: string | undefined,
  owner: string | undefined,
): Promise<Change[]> {
  const page = namesOf(pageName, 'feature');
  assertThere(repository, 'remote', remote);
  const routes = await readFile(join(repository, remote, 'src/routes.tsx'), 'utf8');
  const isFramed = routes.includes('function withFrame(');
  const address = isFramed ? `/admin/${page.kebab}` : `/${page.kebab}`;
  assertFreeAddress(repository, remote, address);
  if (isFramed) assertThere(repository, 'service', owner);
  const { chunk, file } = isFramed
    ? { chunk: page.kebab, file: page.kebab }
    : { chunk: `page-${page.kebab}`, file: `${page.kebab}-page` };
  const lazy = `lazyPage(() => import(/* webpackChunkName: "${chunk}" */ './features/${page.kebab}/${file}.tsx'))`;
  const route = `  '${address}': ${isFramed ? `withFrame(${lazy}, '${ownersRight}')` : lazy},`;
  const row = namesOf(singularOf(page.kebab), 'feature');
  return [
    ...filesOf(isFramed ? 'framed-page' : 'page', `${remote}/src/features/${page.kebab}`, { page, row }),
    edit(`${remote}/src/routes.tsx`, (text) =>
      text.replace(/(export const pages\b[\s\S]*?\n)(\};)/, `$1${route}\n$2`),
    ),
    edit(`${remote}/remote.json`, (text) => {
      const declaration = JSON.parse(text) as { pages: object[] };
      // A list of the back office reads its filters from the address.
      const kind = isFramed ? { ownFrame: true } : { parameters: [] };
      declaration.pages.push({ path: address, title: page.words, chunk, ...kind, firstData: [] });
      return `${JSON.stringify(declaration, null, 2)}\n`;
    }),
    ...(isFramed ? backOfficeChanges(remote, page, owner ?? '') : []),
  ];
}

export const pageFiles = (remote: string, page: Names): Change[] =>
  filesOf('page', `${remote}/src/features/${page.kebab}`, { page });
