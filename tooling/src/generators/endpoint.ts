import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Change, contractImports, edit, UsageError, withImports } from './change.ts';
import { type Names, namesOf } from './names.ts';
import { assertThere, ownersRight } from './parts.ts';
import { filesOf } from './templates.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const roles = ['public', 'customer', 'admin', 'service'];

const example = 'npm run new endpoint catalog products compare-products GET /api/products/compare public';

/** The contract of an endpoint; its schemas are written by hand. */
const definitionOf = (
  useCase: Names,
  { method, path, role }: { method: string; path: string; role: string },
) => {
  const params = [...path.matchAll(/\{([A-Za-z]+)\}/g)].map(([, name]) => `${name}: z.string().max(128)`);
  const hasBody = method !== 'GET' && method !== 'DELETE';
  return `export const ${useCase.camel} = defineEndpoint('${useCase.camel}', '${method} ${path}', {
  ${role === 'admin' ? `...forStaff('${ownersRight}')` : `role: '${role}'`},
  summary: '${useCase.words}.',
${params.length > 0 ? `  params: z.object({ ${params.join(', ')} }),\n` : ''}${hasBody ? '  body: z.object({}),\n' : ''}${method === 'POST' ? '  status: 201,\n' : ''}  answer: answerOf(z.object({})),
});
`;
};

/** Adds a route to the last array of the file. An index access such as `of[kind];` also ends with `];` but is no array. */
function addRoute(text: string, useCase: Names): string {
  const end = [...text.matchAll(/(?<!\w)\];$/gm)].at(-1)?.index;
  if (end === undefined) return text;
  const list = text.slice(0, end).trimEnd();
  return `import { ${useCase.camel} as ${useCase.camel}Endpoint } from '@kinmel/contracts';
import { ${useCase.camel} } from './${useCase.kebab}.ts';
${list}${/[[,]$/.test(list) ? '' : ','}
  route(${useCase.camel}Endpoint, () => ${useCase.camel}()),
${text.slice(end)}`;
}

/** The contracts file of the endpoints that a routes file serves. */
async function contractsOf(repository: string, service: Names, routes: string) {
  const originalNames = new Map(
    [...routes.matchAll(/(\w+) as (\w+)/g)].map(([, name = '', as = '']) => [as, name]),
  );
  const servedIds = [...routes.matchAll(/\broute\(\s*(?:\w+\.)?(\w+)/g)].map(
    ([, name = '']) => originalNames.get(name) ?? name,
  );
  const folder = `packages/contracts/src/${service.kebab}`;
  for await (const file of glob('*-endpoints.ts', { cwd: join(repository, folder) })) {
    const text = await readFile(join(repository, folder, file), 'utf8');
    if (servedIds.some((id) => text.includes(`export const ${id} = defineEndpoint(`)))
      return `${folder}/${file}`;
  }
  throw new UsageError(`No file of ${folder} defines an endpoint of these routes; nothing was written.`);
}

/**
 * An endpoint of an existing feature: its contract, its use case with a test, its route.
 * @throws UsageError for a missing or unknown argument, or a used path or name
 */
export async function endpointChanges(
  repository: string,
  [serviceName, featureName, useCaseName, method = '', path = '', role = '']: readonly (string | undefined)[],
): Promise<Change[]> {
  const service = namesOf(serviceName, 'service');
  assertThere(repository, 'service', service.kebab);
  const feature = namesOf(featureName, 'feature');
  const useCase = namesOf(useCaseName, 'use case');
  if (!methods.includes(method))
    throw new UsageError(`The method is one of ${methods.join(', ')}: ${example}`);
  if (!/^\/(api|internal)(\/[a-z0-9-]+|\/\{[A-Za-z]+\})+$/.test(path))
    throw new UsageError(`The address begins with /api or /internal: ${example}`);
  if (!roles.includes(role)) throw new UsageError(`The role is one of ${roles.join(', ')}: ${example}`);
  const folder = `services/${service.kebab}/src/${feature.kebab}`;
  const routes = `${folder}/${feature.kebab}.routes.ts`;
  const source = await readFile(join(repository, routes), 'utf8').catch(() => {
    throw new UsageError(
      `There is no ${routes}. A feature comes first: npm run new feature ${service.kebab} ${feature.kebab}`,
    );
  });
  const contractPath = await contractsOf(repository, service, source);
  const contract = (text: string) => {
    if (text.includes(`'${method} ${path}'`))
      throw new UsageError(`${method} ${path} is there already; nothing was written.`);
    if (new RegExp(`\\b${useCase.camel}\\b`).test(text))
      throw new UsageError(`${useCase.camel} is there already; nothing was written.`);
    const definition = definitionOf(useCase, { method, path, role });
    return withImports(`${text}\n${definition}`, contractImports);
  };
  return [
    edit(contractPath, contract),
    edit(routes, (text) => addRoute(text, useCase)),
    ...filesOf('endpoint', folder, { useCase, method, path }),
  ];
}
