import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type Change, insertBefore, UsageError } from './change.ts';
import { namesOf } from './names.ts';
import { assertService } from './parts.ts';

/**
 * One more event in a service's contracts: `npm run new event catalog product.restocked`. A service that publishes
 * its first event gets the file for it.
 */
export async function eventChanges(
  repository: string,
  service: string | undefined,
  type: string | undefined,
): Promise<Change[]> {
  const owner = namesOf(service, 'service');
  const [noun, participle, ...rest] = (type ?? '').split('.');
  if (!noun || !participle || rest.length > 0) {
    throw new UsageError(
      'An event is a noun and what happened to it: npm run new event catalog product.restocked',
    );
  }
  const name = namesOf(`${noun}-${participle}`, 'event');
  await assertService(repository, owner.kebab);
  const definition = `export const ${name.camel} = defineEvent({
  type: '${noun}.${participle}',
  version: 1,
  owner: '${owner.kebab}',
  summary: 'A ${noun.replaceAll('-', ' ')} was ${participle.replaceAll('-', ' ')}.',
  data: z.object({ ${namesOf(noun, 'event').camel}Id: z.string() }),
});
`;
  const path = `packages/contracts/src/${owner.kebab}/${owner.kebab}-events.ts`;
  const group = `export const ${owner.camel}Events = {`;
  const exists = await access(join(repository, path)).then(
    () => true,
    () => false,
  );
  if (exists) {
    const edit = (text: string) => {
      if (text.includes(`type: '${noun}.${participle}'`))
        throw new UsageError(`${noun}.${participle} is there already; nothing was written.`);
      return insertBefore(group, definition)(text).replace(group, `${group} ${name.camel},`);
    };
    return [{ kind: 'edit', path, edit }];
  }
  const text = `import { z } from 'zod';
import { defineEvent } from '../event.ts';

${definition}
${group} ${name.camel} } as const;
`;
  return [
    { kind: 'create', path, text },
    {
      kind: 'edit',
      path: 'packages/contracts/src/index.ts',
      edit: (index) => `${index}export * from './${owner.kebab}/${owner.kebab}-events.ts';\n`,
    },
  ];
}
