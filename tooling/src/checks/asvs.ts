interface Requirements {
  readonly level1: readonly string[];
  readonly level2: readonly string[];
}

const answerPattern = /^(Test|Place|Does not apply|Not met): \S/;

/** Faults of the requirements table: missing or repeated ids, and answers without their prefix or link. */
export function asvsFaults(markdown: string, { level1, level2 }: Requirements): string[] {
  const rows = [...markdown.matchAll(/^\| (V\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(([, id = '', cells = '']) => ({
    id,
    answer: cells.split('|').at(1)?.trim() ?? '',
  }));
  const required = new Set([...level1, ...level2]);
  const counts = Map.groupBy(rows, ({ id }) => id);
  return [
    ...[...required].filter((id) => !counts.has(id)).map((id) => `${id} is missing`),
    ...[...counts].filter(([, { length }]) => length > 1).map(([id]) => `${id} stands here twice`),
    ...rows.filter(({ id }) => !required.has(id)).map(({ id }) => `${id} is not of level 1 or 2`),
    ...rows
      .filter(({ answer }) => !answerPattern.test(answer))
      .map(({ id }) => `${id} has no answer: Test, Place, Does not apply or Not met, and which`),
    ...rows
      .filter(({ answer }) => answer.startsWith('Test:') && !/\.test\.tsx?\)/.test(answer))
      .map(({ id }) => `${id} names no test`),
    ...rows
      .filter(({ answer }) => answer.startsWith('Place:') && !answer.includes(']('))
      .map(({ id }) => `${id} names no place`),
  ];
}
