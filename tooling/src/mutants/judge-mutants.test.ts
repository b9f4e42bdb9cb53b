import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutFolder } from '../launcher/stack.ts';
import { judgeMutants } from './judge-mutants.ts';
import { type Survivor, survivors } from './survivors.ts';

const file = 'services/order/src/orders/order.rules.ts';
const source = 'const limit = 5;\nconst isOver = (count: number) =>\n  count > limit;\n';
const mutant = (status: string, replacement = 'count >= limit') => ({
  mutatorName: 'EqualityOperator',
  replacement,
  status,
  location: { start: { line: 3, column: 3 }, end: { line: 3, column: 16 } },
});
const listedSurvivor: Survivor = {
  file,
  mutator: 'EqualityOperator',
  line: 'count > limit;',
  replaced: 'count > limit',
  by: 'count >= limit',
  reason: 'Both are the same here.',
};
const judge = (statuses: string[], list: Survivor[] = []) =>
  judgeMutants({ files: { [file]: { source, mutants: statuses.map((status) => mutant(status)) } } }, list);
const killedStatuses = (count: number) => Array.from({ length: count }, () => 'Killed');

const survivorFault = `${file}:3 EqualityOperator Survived: count > limit → count >= limit`;
const unusedEntryFault = (line: string) =>
  `${file} EqualityOperator: count > limit → count >= limit in "${line}" stands in survivors.json and does not survive`;
const otherLine = { ...listedSurvivor, line: 'return count > limit;' };

it.each([
  ['counts killed mutants only', ['Killed', 'Timeout', 'Ignored', 'RuntimeError'], [], []],
  ['names a survivor that is not in the list', [...killedStatuses(9), 'Survived'], [], [survivorFault]],
  [
    'names a mutant without coverage',
    [...killedStatuses(9), 'NoCoverage'],
    [],
    [survivorFault.replace('Survived', 'NoCoverage')],
  ],
  ['accepts a survivor of the list', [...killedStatuses(9), 'Survived'], [listedSurvivor], []],
  [
    'does not accept the same replacement on another line',
    [...killedStatuses(9), 'Survived'],
    [otherLine],
    [survivorFault, unusedEntryFault(otherLine.line)],
  ],
  [
    'names an entry of the list that is killed',
    killedStatuses(10),
    [listedSurvivor],
    [unusedEntryFault(listedSurvivor.line)],
  ],
  [
    'fails below 90 percent',
    [...killedStatuses(8), 'Survived'],
    [listedSurvivor],
    ['8 of 9 mutants were noticed, less than 90 percent'],
  ],
])('%s', (_title, statuses, list, faults) => {
  expect(judge(statuses, list).faults).toEqual(faults);
});

it('joins a replacement of several lines', () => {
  const location = { start: { line: 2, column: 16 }, end: { line: 3, column: 16 } };
  const block = {
    mutatorName: 'ArrowFunction',
    replacement: '() => undefined',
    status: 'Survived',
    location,
  };
  const { faults } = judgeMutants({ files: { [file]: { source, mutants: [block] } } }, []);
  expect(faults[0]).toBe(
    `${file}:2 ArrowFunction Survived: (count: number) => count > limit → () => undefined`,
  );
});

it('has the source line and a reason for each entry of the list', () => {
  for (const one of survivors) {
    const lines = readFileSync(join(checkoutFolder, one.file), 'utf8').split('\n');
    expect(lines.map((line) => line.trim())).toContain(one.line);
    expect(one.line).toContain(one.replaced);
    expect(one.reason).not.toBe('');
  }
});
