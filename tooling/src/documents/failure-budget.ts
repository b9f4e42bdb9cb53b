import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What can be wrong with a remote. `e2e/support/stack/remote-faults.ts` does each of them. */
export const remoteFaultNames = [
  'missing',
  'hanging',
  'throwing at start',
  'throwing while drawn',
  'throwing in an effect',
  'one byte changed',
  'without styles',
  'HTML in place of JavaScript',
  'of another contract number',
] as const;

const caseSchema = z.strictObject({
  part: z.string(),
  fault: z.enum([...remoteFaultNames, 'down']),
  /** A text that shoppers see; null when they see no difference. */
  says: z.string().min(1).nullable(),
  /** Names of `stillWorks` in `e2e/faults/failure-budget.test.ts`. */
  stillWorks: z.array(z.string()).min(1),
  /** In `npm test` too; all others only in `npm run test:long`. */
  isEveryday: z.literal(true).optional(),
});

/** One cell of the failure budget, which a test proves. */
export type FailureCase = z.infer<typeof caseSchema>;

const casesFile = 'e2e/faults/failure-budget.json';

/** The cases that `e2e/faults/failure-budget.test.ts` runs. */
export const failureCases = (repository: string): readonly FailureCase[] =>
  z.array(caseSchema).parse(JSON.parse(readFileSync(join(repository, casesFile), 'utf8')));

/** Faults of one kind; `npm test` has a case of each. */
interface Kind {
  readonly name: string;
  readonly cells: readonly string[];
}

const cellOf = ({ part, fault }: Pick<FailureCase, 'part' | 'fault'>) => `${part}, ${fault}`;

/** All cells that the budget needs: of every remote and service in the repository. */
function kindsOf(repository: string): readonly Kind[] {
  const remotes = readdirSync(repository).filter((folder) => folder.startsWith('mfe-'));
  const down = (...parts: string[]) => parts.map((part) => cellOf({ part, fault: 'down' }));
  return [
    ...remoteFaultNames.map((fault) => ({
      name: `a remote ${fault}`,
      cells: remotes.map((part) => cellOf({ part, fault })),
    })),
    { name: 'server rendering', cells: down('render') },
    { name: 'a service', cells: down(...readdirSync(join(repository, 'services'))) },
    { name: 'the broker', cells: down('broker') },
    { name: 'the database', cells: down('database') },
  ];
}

/** What the cases lack: cells without a case, with two, of no part, and kinds without a case in `npm test`. */
export function budgetFaults(repository: string, cases: readonly FailureCase[]): readonly string[] {
  const kinds = kindsOf(repository);
  const needed = kinds.flatMap(({ cells }) => cells);
  const found = cases.map(cellOf);
  const everyday = new Set(cases.filter(({ isEveryday }) => isEveryday).map(cellOf));
  return [
    ...needed.filter((cell) => !found.includes(cell)).map((cell) => `${cell}: no test`),
    ...found.filter((cell, index) => found.indexOf(cell) < index).map((cell) => `${cell}: two tests`),
    ...found.filter((cell) => !needed.includes(cell)).map((cell) => `${cell}: no such part or fault`),
    ...kinds
      .filter(({ cells }) => !cells.some((cell) => everyday.has(cell)))
      .map(({ name }) => `${name}: no test in npm test`),
  ];
}

const head = `# The failure budget

Written by \`npm run documents\` from the cases of [the test](../e2e/faults/failure-budget.test.ts) that proves each row: one part fails, and
the shop says so in its place, on the page that needs the part. Everything in the last column works meanwhile. \`npm run test:long\` runs every row,
\`npm test\` those with a •. A missing row fails the build.

- A part that did not load has Retry, which loads it without a new page load. A version that throws has Reload: code that threw would throw again.
- A version of another contract number is refused by the deploy command. Put into the registry in spite of it, it is refused by the gateway, and the
  version before stays active.
- Opened by their address, rendered pages have their styles in the HTML. "Without styles" is a page that is opened by a link.
- After each fault its test waits until the page works again.

More about single faults: [rendering and hydration](architecture.md#server-rendering), [the back office](../mfe-admin/README.md), \`e2e/faults/\`.
`;

const row = ({ says, stillWorks, isEveryday }: FailureCase, name: string) =>
  `| ${name}${isEveryday ? ' •' : ''} | ${says === null ? 'nothing' : `"${says}"`} | ${stillWorks.join(', ')} |\n`;

const table = (title: string, first: string, rows: readonly string[]) =>
  `\n## ${title}\n\n| ${first} | Says | Still works |\n| --- | --- | --- |\n${rows.join('')}`;

/**
 * Content of `docs/failure-budget.md`.
 * @throws Error when a cell has no case
 */
export function failureBudget(repository: string, cases = failureCases(repository)): string {
  const faults = budgetFaults(repository, cases);
  if (faults.length > 0) throw new Error(`${casesFile} is not whole:\n${faults.join('\n')}`);
  const ofRemotes = Map.groupBy(
    cases.filter(({ fault }) => fault !== 'down'),
    ({ part }) => part,
  );
  const down = cases.filter(({ fault }) => fault === 'down');
  return [
    head,
    ...[...ofRemotes].map(([remote, of]) =>
      table(
        remote,
        'Fault',
        of.map((each) => row(each, each.fault)),
      ),
    ),
    table(
      'Parts that are down',
      'Part',
      down.map((each) => row(each, each.part)),
    ),
  ].join('');
}
