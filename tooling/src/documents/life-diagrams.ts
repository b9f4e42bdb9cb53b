import {
  type Life,
  type LifeKind,
  type LifeStep,
  lifeOf,
  lives,
  statusesIn,
  statusesOf,
} from '@kinmel/contracts';

const stages = { open: 'the shop', 'with-customer': 'the customer', closed: 'nobody' } as const;

/** Mermaid allows no hyphens in names of states. */
const nodeOf = (status: string) => status.replaceAll('-', '_');

/** For example "staff, with a note, claims phone, device.listed". */
const labelOf = ({ by, needsNote, claim, event }: LifeStep): string =>
  [
    by.join(' or '),
    ...(needsNote ? ['with a note'] : []),
    ...(claim ? [`claims ${claim.replaceAll('-', ' ')}`] : []),
    ...(event ? [event] : []),
  ].join(', ');

function promisedText({ promised }: Life['statuses'][string]): string {
  if (promised === undefined) return '';
  if ('hours' in promised) return `within ${promised.hours} hours`;
  if (promised.businessDays === 0) return 'on the same business day';
  return `within ${promised.businessDays} business day${promised.businessDays === 1 ? '' : 's'}`;
}

function diagramOf(life: Life): string[] {
  const [first] = statusesOf(life);
  return [
    'stateDiagram-v2',
    ...statusesOf(life).map((status) => `  state "${life.statuses[status]?.word}" as ${nodeOf(status)}`),
    `  [*] --> ${nodeOf(first)}`,
    ...life.steps.flatMap((step) =>
      step.from.map(
        (from) => `  ${nodeOf(from)} --> ${nodeOf(step.to)}: ${labelOf({ event: life.event, ...step })}`,
      ),
    ),
    ...statusesIn(life, 'closed').map((status) => `  ${nodeOf(status)} --> [*]`),
  ];
}

function otherSteps({ otherSteps: other }: Life): string {
  if (!other) return 'Other steps are refused.';
  const except = other.notFrom.length > 0 ? `, except from ${other.notFrom.join(', ')}` : '';
  return `Staff may take any other step with a note${except}.`;
}

function documentOf(kind: LifeKind): string {
  const life = lifeOf(kind);
  return [
    `# The life of the record "${kind}"`,
    '',
    `Generated from \`packages/contracts/src/life/${kind}-life.ts\` by \`npm run documents\`; do not edit.`,
    '',
    '```mermaid',
    ...diagramOf(life),
    '```',
    '',
    otherSteps(life),
    '',
    '| Status | Word | Waits for | Promised |',
    '| --- | --- | --- | --- |',
    ...statusesOf(life).map((status) => {
      const declared = life.statuses[status] as Life['statuses'][string];
      const { word, stage } = declared;
      return `| \`${status}\` | ${word} | ${stages[stage]} | ${promisedText(declared)} |`;
    }),
    '',
  ].join('\n');
}

/** A page with the state diagram of each life, by path. */
export const lifeDiagrams = (): [path: string, text: string][] =>
  (Object.keys(lives) as LifeKind[]).map((kind) => [`docs/lives/${kind}.md`, documentOf(kind)]);
