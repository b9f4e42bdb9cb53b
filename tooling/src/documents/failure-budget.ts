import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The faults of a remote. */
const remoteFaults = [
  'missing',
  'hanging',
  'throwing at start',
  'throwing while rendered',
  'throwing in an effect',
  'one byte changed',
  'without styles',
  'HTML in place of JavaScript',
  'of another contract number',
] as const;

/** The text that shoppers see; null when they notice nothing. */
const expectedText = z.string().min(1).nullable();

/** Names of `checks` in `e2e/faults/failure-budget.test.ts`. */
const workingChecks = z.array(z.string()).min(1);

/**
 * `isEveryday` and `everyday` name the cases of `npm test`, one of each kind; the others run in `npm run test:long`.
 */
const budgetSchema = z.strictObject({
  /** Each remote has each of these faults. */
  faults: z.record(z.enum(remoteFaults), z.strictObject({ says: expectedText, everyday: z.string() })),
  remotes: z.record(z.string(), workingChecks),
  down: z.record(
    z.string(),
    z.strictObject({ says: expectedText, stillWorks: workingChecks, isEveryday: z.boolean().default(false) }),
  ),
});

export type FailureBudget = z.infer<typeof budgetSchema>;

/** One cell of the failure budget, with the test that proves it. */
export interface FailureCase {
  readonly part: string;
  readonly fault: (typeof remoteFaults)[number] | 'down';
  readonly says: string | null;
  readonly stillWorks: readonly string[];
  readonly isEveryday: boolean;
}

export const readBudget = (repository: string): FailureBudget =>
  budgetSchema.parse(JSON.parse(readFileSync(join(repository, 'e2e/faults/failure-budget.json'), 'utf8')));

/** The cases that `e2e/faults/failure-budget.test.ts` runs. */
export function failureCases({ faults, remotes, down }: FailureBudget): readonly FailureCase[] {
  const remoteCases = Object.entries(remotes).flatMap(([part, works]) =>
    remoteFaults.map((fault) => {
      const { says: text, everyday } = faults[fault];
      return { part, fault, says: text, stillWorks: works, isEveryday: everyday === part };
    }),
  );
  const otherCases = Object.entries(down).map(([part, entry]) => ({
    part,
    fault: 'down' as const,
    ...entry,
  }));
  return [...remoteCases, ...otherCases];
}

/** Gaps in the budget: parts of the repository, and kinds of faults without a case in `npm test`. */
export function missingCases(repository: string, { faults, remotes, down }: FailureBudget): string[] {
  const services = readdirSync(join(repository, 'services'));
  const requiredParts = [...services, 'render', 'broker', 'database'];
  const folders = readdirSync(repository).filter((folder) => folder.startsWith('mfe-'));
  const differences = (actual: string[], expected: string[]) => [
    ...expected.filter((part) => !actual.includes(part)).map((part) => `${part} has no test`),
    ...actual.filter((part) => !expected.includes(part)).map((part) => `there is no ${part}`),
  ];
  const kinds = [services, ['render'], ['broker'], ['database']];
  return [
    ...differences(Object.keys(remotes), folders),
    ...differences(Object.keys(down), requiredParts),
    ...remoteFaults
      .filter((fault) => !(faults[fault].everyday in remotes))
      .map((fault) => `a remote ${fault} has no test in npm test`),
    ...kinds
      .filter((parts) => !parts.some((part) => down[part]?.isEveryday))
      .map(([part]) => `${part} down has no test in npm test`),
  ];
}

const header = `# The failure budget

Written by \`npm run documents\` from the cases of [the test](../e2e/faults/failure-budget.test.ts) that proves them. One part fails, and the page
that needs it says so; meanwhile the test tries what still works. \`npm run test:long\` tests every remote with every fault and every part
down; \`npm test\` tests each fault with the named remote and the parts with a •, and tries the first of what still works. A part or a fault
without a test fails the build.

- A part that did not load has Retry, which loads the same version again without a new page load. A page whose code throws has Reload.
- A version of another contract number is refused by the deploy command. In the registry all the same, it is refused by the gateway, and
  the version before stays active.
- Opened by their address, rendered pages have their styles in the HTML. "Without styles" is a page that is opened by a link.
- After each fault the test waits until the page works again.

More about single faults: [rendering and hydration](architecture.md#server-rendering), [the back office](../mfe-admin/README.md), \`e2e/faults/\`.
`;

const table = (title: string, columns: readonly string[], rows: readonly (readonly string[])[]) =>
  `\n## ${title}\n\n${[columns, columns.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('')}`;

const quoteText = (text: string | null) => (text === null ? 'nothing' : `"${text}"`);

/** Content of `docs/failure-budget.md`. */
export function failureBudget(repository: string): string {
  const budget = readBudget(repository);
  return [
    header,
    table(
      'A remote fails',
      ['The remote is', 'Its page says', 'In `npm test` with'],
      remoteFaults.map((fault) => [
        fault,
        quoteText(budget.faults[fault].says),
        budget.faults[fault].everyday,
      ]),
    ),
    table(
      'While a remote fails',
      ['Remote', 'Still works'],
      Object.entries(budget.remotes).map(([remote, works]) => [remote, works.join(', ')]),
    ),
    table(
      'Another part is down',
      ['Part', 'Says', 'Still works'],
      Object.entries(budget.down).map(([part, { says: text, stillWorks: works, isEveryday }]) => [
        `${part}${isEveryday ? ' •' : ''}`,
        quoteText(text),
        works.join(', '),
      ]),
    ),
  ].join('');
}
