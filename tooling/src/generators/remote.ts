import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Change, UsageError } from './change.ts';
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
  if (!remote?.startsWith('mfe-'))
    throw new UsageError('A remote begins with mfe-: npm run new remote mfe-magazine articles public');
  if (!pageName)
    throw new UsageError('A remote begins with a page: npm run new remote mfe-magazine articles public');
  if (role !== 'public' && role !== 'admin')
    throw new UsageError(
      'Who may see it is public or admin: npm run new remote mfe-magazine articles public',
    );
  const names = namesOf(remote, 'remote');
  const page = namesOf(pageName, 'page');
  const owner = names.kebab.slice('mfe-'.length);
  await assertFreeAddress(repository, names.kebab, `/${page.kebab}`);
  const template = JSON.parse(await readFile(join(repository, 'mfe-cart-checkout/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const create = (path: string, text: string): Change => ({
    kind: 'create',
    path: `${remote}/${path}`,
    text,
  });
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return [
    create(
      'package.json',
      json({
        name: `@kinmel/${names.kebab}`,
        version: '0.1.0',
        private: true,
        type: 'module',
        dependencies: template.dependencies,
        devDependencies: template.devDependencies,
      }),
    ),
    create(
      'remote.json',
      json({
        name: names.kebab,
        owner,
        contractVersion: 1,
        requiredRole: role,
        pages: [
          {
            path: `/${page.kebab}`,
            title: page.words,
            chunk: `page-${page.kebab}`,
            parameters: [],
            firstData: [],
          },
        ],
        widgets: [],
      }),
    ),
    ...filesOf('remote', remote, { names, page }),
    ...pageFiles(remote, page),
    ...remoteDocumentChanges(names, owner, page),
  ];
}
