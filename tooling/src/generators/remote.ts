import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Change, create, UsageError } from './change.ts';
import { remoteDocumentChanges } from './deployment.ts';
import { pageFiles } from './feature.ts';
import { namesOf } from './names.ts';
import { assertFreeAddress } from './parts.ts';
import { filesOf } from './templates.ts';

/** A remote with its first page: `npm run new remote mfe-magazine articles public`. */
export async function remoteChanges(
  repository: string,
  remote: string | undefined,
  pageName: string | undefined,
  role: string | undefined,
): Promise<Change[]> {
  const example = 'npm run new remote mfe-magazine articles public';
  if (!remote?.startsWith('mfe-')) throw new UsageError(`A remote begins with mfe-: ${example}`);
  if (!pageName) throw new UsageError(`A remote begins with a page: ${example}`);
  if (role !== 'public' && role !== 'admin')
    throw new UsageError(`Who may see it is public or admin: ${example}`);
  const names = namesOf(remote, 'remote');
  const page = namesOf(pageName, 'page');
  const owner = names.kebab.slice('mfe-'.length);
  await assertFreeAddress(repository, names.kebab, `/${page.kebab}`);
  const { dependencies, devDependencies }: Record<string, object> = JSON.parse(
    await readFile(join(repository, 'mfe-cart-checkout/package.json'), 'utf8'),
  );
  const json = (path: string, value: object) =>
    create(`${remote}/${path}`, `${JSON.stringify(value, null, 2)}\n`);
  const { kebab } = page;
  return [
    json('package.json', {
      name: `@kinmel/${names.kebab}`,
      version: '0.1.0',
      private: true,
      type: 'module',
      dependencies,
      devDependencies,
    }),
    json('remote.json', {
      name: names.kebab,
      owner,
      contractVersion: 1,
      requiredRole: role,
      pages: [
        { path: `/${kebab}`, title: page.words, chunk: `page-${kebab}`, parameters: [], firstData: [] },
      ],
      widgets: [],
    }),
    ...filesOf('remote', remote, { names, page }),
    ...pageFiles(remote, page),
    ...remoteDocumentChanges(names, owner, page),
  ];
}
