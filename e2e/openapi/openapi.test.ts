import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { checkoutFolder } from '@kinmel/tooling/stack';
import { expect, test } from '@playwright/test';
import { stackState } from '../support/stack/stack-control.ts';
import { hasPython, installSchemathesis, runSchemathesis } from './schemathesis.ts';

/** These calls end the session, after which all others would be refused. */
const endingTheSession = ['logOut', 'endSession', 'endSessions'];

let program: string;

test.beforeAll(async () => {
  test.skip(!(await hasPython()), 'schemathesis needs Python 3.10 or newer');
  test.setTimeout(300_000);
  program = await installSchemathesis();
});

test('every response of the public API to valid and invalid input matches its OpenAPI document', async () => {
  test.setTimeout(600_000);
  const { urls, people } = await stackState();
  const document = join(checkoutFolder, 'docs/api/openapi.json');
  const { paths }: { paths: Record<string, Record<string, { operationId: string }>> } = JSON.parse(
    await readFile(document, 'utf8'),
  );
  const operations = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/internal/'))
    .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
  expect(operations).toEqual(expect.arrayContaining(endingTheSession));

  const { email, password } = people.admin;
  const loginResponse = await fetch(`${urls.shop}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(loginResponse.status).toBe(200);
  const { token }: { token: string } = await loginResponse.json();
  const { isSound, report } = await runSchemathesis({
    program,
    document,
    url: urls.shop,
    token,
    exclude: endingTheSession,
    folder: test.info().outputPath('schemathesis'),
  });

  expect(isSound, report).toBe(true);
  expect(report).toMatch(new RegExp(`Tested: ${operations.length - endingTheSession.length}$`, 'm'));
  // Refusals alone prove little: the session must still be valid at the end.
  const sessions = await fetch(`${urls.shop}/api/auth/sessions`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(sessions.status).toBe(200);
});

test('a response that breaks its schema is found', async () => {
  test.setTimeout(120_000);
  const folder = test.info().outputPath('planted');
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":1}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no address');
  const document = test.info().outputPath('planted.json');
  const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const answer = { description: 'Done.', content: { 'application/json': { schema } } };
  await writeFile(
    document,
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Planted', version: '1' },
      paths: { '/things': { get: { operationId: 'listThings', responses: { 200: answer } } } },
    }),
  );
  try {
    const url = `http://127.0.0.1:${address.port}`;
    const { isSound, report } = await runSchemathesis({ program, document, url, folder });
    expect(isSound, report).toBe(false);
    expect(report).toContain('Response violates schema');
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
