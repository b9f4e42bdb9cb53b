import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Change, contractImports, insertAfterLast, UsageError, withImports } from './change.ts';
import { type Names, namesOf, singularOf } from './names.ts';
import { assertFreeAddress, assertRemote, assertService } from './parts.ts';

/** The files of one feature of a service: rules, two use cases, store, routes and their tests. */
export function featureFiles(service: Names, feature: Names): Change[] {
  const thing = namesOf(singularOf(feature.kebab), 'feature');
  const folder = `services/${service.kebab}/src/${feature.kebab}`;
  const create = (file: string, text: string): Change => ({
    kind: 'create',
    path: `${folder}/${file}`,
    text,
  });
  return [
    create(
      `${thing.kebab}.rules.ts`,
      `import { ProblemError } from '@kinmel/service-kit';

export interface ${thing.pascal} {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/**
 * Rule ${service.pascal.charAt(0)}1: a ${thing.words.toLowerCase()} has a name of its own that is not blank.
 * @throws ProblemError invalid-request
 */
export function new${thing.pascal}(id: string, name: string, now: Date): ${thing.pascal} {
  const trimmed = name.trim();
  if (!trimmed) throw new ProblemError('invalid-request', 'Name is required');
  return { id, name: trimmed, createdAt: now };
}
`,
    ),
    create(
      `${thing.kebab}.rules.test.ts`,
      `import { new${thing.pascal} } from './${thing.kebab}.rules.ts';

const now = new Date('2026-01-01T00:00:00Z');

describe('a new ${thing.words.toLowerCase()}', () => {
  it('keeps its name without the blanks around it (${service.pascal.charAt(0)}1)', () => {
    expect(new${thing.pascal}('1', ' First ', now)).toEqual({ id: '1', name: 'First', createdAt: now });
  });

  it('is refused with a blank name (${service.pascal.charAt(0)}1)', () => {
    expect(() => new${thing.pascal}('1', '  ', now)).toThrow('Name is required');
  });
});
`,
    ),
    create(
      `${feature.kebab}.store.ts`,
      `import mongoose from 'mongoose';
import type { ${thing.pascal} } from './${thing.kebab}.rules.ts';

interface ${thing.pascal}Document {
  _id: string;
  name: string;
  createdAt: Date;
}

const ${thing.camel}Schema = new mongoose.Schema<${thing.pascal}Document>(
  {
    _id: { type: String, required: true },
    name: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { strict: 'throw', versionKey: false },
).index({ createdAt: -1 }, { name: 'newest-first' });

export type ${thing.pascal}Model = mongoose.Model<${thing.pascal}Document>;

export const create${thing.pascal}Model = (connection: mongoose.Connection): ${thing.pascal}Model =>
  connection.model<${thing.pascal}Document>('${thing.pascal}', ${thing.camel}Schema, '${feature.kebab}');

export interface ${feature.pascal}Store {
  add(${thing.camel}: ${thing.pascal}): Promise<void>;
  /** Newest first, at most \`limit\`. */
  list(limit: number): Promise<${thing.pascal}[]>;
}

export function create${feature.pascal}Store(model: ${thing.pascal}Model): ${feature.pascal}Store {
  return {
    async add({ id, name, createdAt }) {
      await model.create({ _id: id, name, createdAt });
    },
    async list(limit) {
      const documents = await model.find().sort({ createdAt: -1 }).limit(limit).lean();
      return documents.map(({ _id, name, createdAt }) => ({ id: _id, name, createdAt }));
    },
  };
}
`,
    ),
    create(
      `create-${thing.kebab}.ts`,
      `import { type ${thing.pascal}, new${thing.pascal} } from './${thing.kebab}.rules.ts';
import type { ${feature.pascal}Store } from './${feature.kebab}.store.ts';

export interface ${feature.pascal}Context {
  readonly ${feature.camel}: ${feature.pascal}Store;
  readonly now: () => Date;
  readonly newId: () => string;
}

export async function create${thing.pascal}(context: ${feature.pascal}Context, name: string): Promise<${thing.pascal}> {
  const ${thing.camel} = new${thing.pascal}(context.newId(), name, context.now());
  await context.${feature.camel}.add(${thing.camel});
  return ${thing.camel};
}
`,
    ),
    create(
      `${feature.kebab}.routes.ts`,
      `import { ${service.camel}Endpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { create${thing.pascal}, type ${feature.pascal}Context } from './create-${thing.kebab}.ts';
import type { ${thing.pascal} } from './${thing.kebab}.rules.ts';

const listLimit = 100;

const answerOf = ({ id, name, createdAt }: ${thing.pascal}) => ({ id, name, createdAt: createdAt.toISOString() });

export function ${feature.camel}Routes(context: ${feature.pascal}Context): Route[] {
  return [
    route(${service.camel}Endpoints.list${feature.pascal}, async () => ({
      success: true as const,
      data: (await context.${feature.camel}.list(listLimit)).map(answerOf),
    })),
    route(${service.camel}Endpoints.create${thing.pascal}, async ({ body }) => ({
      success: true as const,
      data: answerOf(await create${thing.pascal}(context, body.name)),
    })),
  ];
}
`,
    ),
    create(
      `${feature.kebab}.component.test.ts`,
      `import {
  createLogger,
  createMetrics,
  createServiceApp,
  createTokenVerifier,
  migrateIndexes,
} from '@kinmel/service-kit';
import { type TestDatabase, testDatabase, testTokens } from '@kinmel/testing/servers';
import type express from 'express';
import request from 'supertest';
import { ${feature.camel}Routes } from './${feature.kebab}.routes.ts';
import { create${feature.pascal}Store, create${thing.pascal}Model } from './${feature.kebab}.store.ts';

describe('${feature.words.toLowerCase()}', () => {
  let database: TestDatabase;
  let app: express.Express;
  const tokens = testTokens();

  beforeAll(async () => {
    database = await testDatabase('${service.kebab}');
    const model = create${thing.pascal}Model(database.connection);
    await migrateIndexes(database.connection, [model]);
    let lastId = 0;
    app = createServiceApp({
      service: '${service.kebab}',
      logger: createLogger({ service: '${service.kebab}', level: 'silent' }),
      routes: ${feature.camel}Routes({
        ${feature.camel}: create${feature.pascal}Store(model),
        now: () => new Date('2026-01-01T00:00:00Z'),
        newId: () => \`\${++lastId}\`,
      }),
      verifier: createTokenVerifier({ jwks: () => Promise.resolve(tokens.jwks) }),
      liveSessions: tokens.liveSessions,
      metrics: createMetrics('${service.kebab}'),
      health: {},
    });
  });
  afterAll(async () => {
    await database.drop();
    tokens.cleanUp();
  });

  it('that an admin creates are listed', async () => {
    const created = await request(app)
      .post('/api/${service.kebab}/${feature.kebab}')
      .set('authorization', \`Bearer \${tokens.admin()}\`)
      .send({ name: 'First' });
    expect(created.status).toBe(201);
    const listed = await request(app).get('/api/${service.kebab}/${feature.kebab}');
    expect(listed.body.data).toEqual([{ id: '1', name: 'First', createdAt: '2026-01-01T00:00:00.000Z' }]);
  });

  it.each([
    ['nobody', 401, () => ({})],
    ['a customer', 403, () => ({ authorization: \`Bearer \${tokens.customer()}\` })],
  ])('are not created by %s', async (_who, status, headers) => {
    const answer = await request(app).post('/api/${service.kebab}/${feature.kebab}').set(headers()).send({ name: 'x' });
    expect(answer.status).toBe(status);
  });

  it('are refused without a name, and nothing is stored', async () => {
    const before = await request(app).get('/api/${service.kebab}/${feature.kebab}');
    const answer = await request(app)
      .post('/api/${service.kebab}/${feature.kebab}')
      .set('authorization', \`Bearer \${tokens.admin()}\`)
      .send({ name: { $ne: null } });
    expect(answer.status).toBe(400);
    const after = await request(app).get('/api/${service.kebab}/${feature.kebab}');
    expect(after.body.data).toEqual(before.body.data);
  });
});
`,
    ),
  ];
}

/** The contract of a feature: two endpoints and their names in the group. */
export function featureEndpoints(service: Names, feature: Names): { definitions: string; names: string[] } {
  const thing = namesOf(singularOf(feature.kebab), 'feature');
  const definitions = `const ${thing.camel}Schema = z.object({ id: z.string(), name: z.string(), createdAt: z.iso.datetime() });

export const list${feature.pascal} = defineEndpoint({
  id: 'list${feature.pascal}',
  owner: '${service.kebab}',
  version: 1,
  method: 'GET',
  path: '/api/${service.kebab}/${feature.kebab}',
  role: 'public',
  summary: '${feature.words}, newest first.',
  status: 200,
  answer: answerOf(z.array(${thing.camel}Schema)),
});

export const create${thing.pascal} = defineEndpoint({
  id: 'create${thing.pascal}',
  owner: '${service.kebab}',
  version: 1,
  method: 'POST',
  path: '/api/${service.kebab}/${feature.kebab}',
  role: 'admin',
  summary: 'Adds a ${thing.words.toLowerCase()}.',
  body: z.object({ name: z.string().max(120) }),
  status: 201,
  answer: answerOf(${thing.camel}Schema),
});
`;
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
  return [
    ...(isFramed ? framedPageFiles(remote, page) : pageFiles(remote, page)),
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

/** A page of the back office and its test; the frame stands around it in `routes.tsx`. */
function framedPageFiles(remote: string, page: Names): Change[] {
  const folder = `${remote}/src/features/${page.kebab}`;
  return [
    {
      kind: 'create',
      path: `${folder}/${page.kebab}.tsx`,
      text: `import { ContentTitle } from '../../frame/content-title.tsx';

/** What /admin/${page.kebab} shows. */
export default function ${page.pascal}() {
  return <ContentTitle>${page.words}</ContentTitle>;
}
`,
    },
    {
      kind: 'create',
      path: `${folder}/${page.kebab}.test.tsx`,
      text: `import { screen } from '@testing-library/react';
import { openPage } from '../../testing/open-page.tsx';

it('shows its title as the heading of the page', async () => {
  await openPage('/admin/${page.kebab}');
  expect(await screen.findByRole('heading', { level: 1, name: '${page.words}' })).toBeVisible();
});
`,
    },
  ];
}

/** The page's component and its test. */
export function pageFiles(remote: string, page: Names): Change[] {
  const folder = `${remote}/src/features/${page.kebab}`;
  return [
    {
      kind: 'create',
      path: `${folder}/${page.kebab}-page.tsx`,
      text: `import { Container } from '@kinmel/ui';
import { usePageTitle } from '@kinmel/web-kit';

/** The page at /${page.kebab}. */
export default function ${page.pascal}Page() {
  usePageTitle('${page.words}');
  return (
    <Container>
      <h1>${page.words}</h1>
    </Container>
  );
}
`,
    },
    {
      kind: 'create',
      path: `${folder}/${page.kebab}-page.test.tsx`,
      text: `import { render, screen } from '@testing-library/react';
import ${page.pascal}Page from './${page.kebab}-page.tsx';

it('shows its title as the heading of the page', () => {
  render(<${page.pascal}Page />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('${page.words}');
});
`,
    },
  ];
}
