import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Change, create, edit, insertBefore, UsageError } from './change.ts';
import { type Names, namesOf } from './names.ts';
import { assertThere } from './parts.ts';

/**
 * An event in a service's contracts (`npm run new event catalog product.restocked`) or its next version (`npm run new
 * event catalog product.updated v2`).
 */
export function eventChanges(
  repository: string,
  service: string | undefined,
  type: string | undefined,
  versionWord?: string,
): Change[] {
  const owner = namesOf(service, 'service');
  const [noun, participle, ...otherWords] = (type ?? '').split('.');
  if (!noun || !participle || otherWords.length > 0) {
    throw new UsageError(
      'An event is a noun and what happened to it: npm run new event catalog product.restocked',
    );
  }
  const name = namesOf(`${noun}-${participle}`, 'event');
  assertThere(repository, 'service', owner.kebab);
  if (versionWord !== undefined) return [nextVersion(owner, name.camel, versionWord)];
  const definition = `export const ${name.camel} = defineEvent(
  '${noun}.${participle}',
  'A ${noun.replaceAll('-', ' ')} was ${participle.replaceAll('-', ' ')}.',
  z.object({ ${namesOf(noun, 'event').camel}Id: z.string() }),
);
`;
  const path = pathOf(owner);
  if (existsSync(join(repository, path)))
    return [
      edit(path, (text) => {
        if (text.includes(`'${noun}.${participle}'`))
          throw new UsageError(
            `${noun}.${participle} is there already; nothing was written. For its next version write v2 behind it.`,
          );
        return withDefinition(owner, name.camel, definition)(text);
      }),
    ];
  const header = `import { z } from 'zod';
import { eventsOwnedBy } from '../event.ts';

const defineEvent = eventsOwnedBy('${owner.kebab}');
`;
  return [
    create(path, `${header}\n${definition}`),
    edit(
      'packages/contracts/src/index.ts',
      (index) => `${index}export * from './${owner.kebab}/${owner.kebab}-events.ts';\n`,
    ),
  ];
}

const pathOf = ({ kebab }: Names) => `packages/contracts/src/${kebab}/${kebab}-events.ts`;

/** Adds an event, also to the group of all events of a service that has one. */
const withDefinition =
  ({ camel }: Names, name: string, definition: string) =>
  (text: string) => {
    const group = `export const ${camel}Events = {`;
    return text.includes(group)
      ? insertBefore(group, definition)(text).replace(group, `${group} ${name},`)
      : `${text}\n${definition}`;
  };

/** Adds a version beside the previous one; both are defined until all old messages are handled. */
function nextVersion(owner: Names, event: string, versionWord: string): Change {
  const version = Number(/^v(\d+)$/.exec(versionWord)?.[1]);
  if (!(version >= 2)) throw new UsageError(`"${versionWord}" is no version: write v2, v3 and so on.`);
  const previousName = version === 2 ? event : `${event}V${version - 1}`;
  const name = `${event}V${version}`;
  const definition = `export const ${name} = defineEvent(${previousName}.type, ${previousName}.summary, ${previousName}.data, ${version});
`;
  return edit(pathOf(owner), (text) => {
    if (!text.includes(`export const ${previousName} = `))
      throw new UsageError(`There is no version ${version - 1} of it; nothing was written.`);
    if (text.includes(`export const ${name} = `))
      throw new UsageError(`Version ${version} is there already; nothing was written.`);
    return withDefinition(owner, name, definition)(text);
  });
}
