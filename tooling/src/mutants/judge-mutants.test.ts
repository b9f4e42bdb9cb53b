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
const listed: Survivor = {
  file,
  mutator: 'EqualityOperator',
  line: 'count > limit;',
  replaced: 'count > limit',
  by: 'count >= limit',
  reason: 'Both are the same here.',
};
const judge = (statuses: string[], list: Survivor[] = []) =>
  judgeMutants({ files: { [file]: { source, mutants: statuses.map((status) => mutant(status)) } } }, list);
const killed = (count: number) => Array.from({ length: count }, () => 'Killed');

it('counts what the tests noticed, and leaves out what was not tried', () => {
  expect(judge(['Killed', 'Timeout', 'Ignored', 'RuntimeError'])).toEqual({
    killed: 2,
    survived: 0,
    faults: [],
  });
});

it.each(['Survived', 'NoCoverage'])('names a mutant that is %s and not in the list', (status) => {
  expect(judge([...killed(9), status]).faults).toEqual([
    `${file}:3 EqualityOperator ${status}: count > limit → count >= limit`,
  ]);
});

it('accepts one that is in the list', () => {
  expect(judge([...killed(9), 'Survived'], [listed])).toEqual({ killed: 9, survived: 1, faults: [] });
});

it('names one that only looks like an entry of the list: the same replacement on another line', () => {
  const elsewhere = { ...listed, line: 'return count > limit;' };
  expect(judge([...killed(9), 'Survived'], [elsewhere]).faults).toEqual([
    `${file}:3 EqualityOperator Survived: count > limit → count >= limit`,
    `${file} EqualityOperator: count > limit → count >= limit in "return count > limit;" stands in survivors.ts and does not survive`,
  ]);
});

it('names an entry of the list that the tests notice by now', () => {
  expect(judge(killed(10), [listed]).faults).toEqual([
    `${file} EqualityOperator: count > limit → count >= limit in "count > limit;" stands in survivors.ts and does not survive`,
  ]);
});

it('fails below 90 percent, whatever the list says', () => {
  expect(judge([...killed(8), 'Survived'], [listed]).faults).toEqual([
    '8 of 9 mutants were noticed, less than 90 percent',
  ]);
});

it('compares a text of several lines as one', () => {
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

it('each entry of the list has its line and a reason', () => {
  for (const one of survivors) {
    const lines = readFileSync(join(checkoutFolder, one.file), 'utf8').split('\n');
    expect(lines.map((line) => line.trim())).toContain(one.line);
    expect(one.line).toContain(one.replaced);
    expect(one.reason).not.toBe('');
  }
});
