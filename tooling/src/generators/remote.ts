import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Change, UsageError } from './change.ts';
import { remoteDocumentChanges } from './deployment.ts';
import { pageFiles } from './feature.ts';
import { namesOf } from './names.ts';
import { assertFreeAddress } from './parts.ts';

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
    create(
      'README.md',
      `# ${names.kebab}

**Owns** the page /${page.kebab}. **Shows** no widgets yet.

Run alone: \`npm run dev -- ${names.kebab}\`. Deploy: \`npm run deploy -- ${names.kebab}\`; back: \`npm run rollback -- ${names.kebab}\`.
`,
    ),
    create(
      'src/remote.tsx',
      `import { defineRemote } from '@kinmel/web-kit';
import { pages } from './routes.tsx';

/** The only module that the shell asks for; the pages come when their address is opened. */
export const remote = defineRemote({ contract: 1, pages });

export default remote;
`,
    ),
    create(
      'src/routes.tsx',
      `import { lazyPage } from '@kinmel/web-kit';

/** Address → page, as declared in remote.json. */
export const pages = {
  '/${page.kebab}': lazyPage(() => import(/* webpackChunkName: "page-${page.kebab}" */ './features/${page.kebab}/${page.kebab}-page.tsx')),
};
`,
    ),
    ...pageFiles(remote, page),
    ...remoteDocumentChanges(names, owner, page),
  ];
}
