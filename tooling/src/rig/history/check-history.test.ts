import { checkHistory } from './check-history.ts';
import { type Call, isOpen } from './history.ts';

let clock = 0;
/** Calls follow each other, unless their times are given. */
const call = (over: Partial<Call>): Call => {
  clock += 10;
  return { by: 'Asha', what: 'GET /one', record: 'one', start: clock, end: clock + 5, status: 200, ...over };
};
const create = (over: Partial<Call> = {}) =>
  call({ what: 'POST /', key: 'k1', status: 201, version: 1, state: 'pending', ...over });
const read = (version: number, state = 'pending', over: Partial<Call> = {}) =>
  call({ version, state, ...over });
const change = (seen: number, version: number, state: string, over: Partial<Call> = {}) =>
  call({ what: 'PUT /one', seen, version, state, ...over });
const noAnswer = (over: Partial<Call> = {}) => call({ status: 0, version: undefined, ...over });

const lawsOf = (calls: readonly Call[], listedIds = ['one']) =>
  checkHistory(calls, listedIds).map(({ law }) => law);

beforeEach(() => {
  clock = 0;
});

it.each<[string, () => Call[]]>([
  [
    'a record that is created, changed and read',
    () => [create(), change(1, 2, 'shipped'), read(2, 'shipped')],
  ],
  ['a key that is repeated after a lost answer', () => [noAnswer({ key: 'k1' }), create(), create()]],
  [
    'a repeated key, answered with the current record',
    () => [create(), change(1, 2, 'a'), create({ version: 2, state: 'a' })],
  ],
  [
    'a change without an answer that took effect',
    () => [create(), noAnswer({ seen: 1 }), read(2, 'shipped')],
  ],
  ['a change without an answer that took no effect', () => [create(), noAnswer({ seen: 1 }), read(1)]],
  ['a refused change', () => [create(), call({ seen: 1, status: 409 }), read(1)]],
  [
    'an older read that began before the change ended',
    () => [create(), change(1, 2, 'a', { start: 20, end: 40 }), read(1, 'pending', { start: 30, end: 50 })],
  ],
  [
    'a change that changes nothing',
    () => [create(), change(1, 2, 'a'), change(2, 2, 'a'), change(2, 2, 'a')],
  ],
])('%s breaks nothing', (_, calls) => {
  expect(lawsOf(calls())).toEqual([]);
});

it.each<[string, string, () => Call[], string[]]>([
  [
    'key',
    'a repeated key is answered with another record',
    () => [create(), create({ record: 'two' })],
    ['one', 'two'],
  ],
  ['key', 'two keys are answered with one record', () => [create(), create({ key: 'k2' })], ['one']],
  [
    'lost',
    'an acknowledged record does not exist',
    () => [create(), call({ status: 404, version: undefined })],
    [],
  ],
  [
    'doubled',
    'a call without an answer created one record, and its repetition another',
    () => [noAnswer({ key: 'k1', record: undefined }), create()],
    ['one', 'other'],
  ],
  [
    'back',
    'a read is older than one that ended before',
    () => [create(), read(3, 'c'), read(2, 'b')],
    ['one'],
  ],
  [
    'back',
    'a read does not show an acknowledged change',
    () => [create(), change(1, 2, 'a'), read(1)],
    ['one'],
  ],
  [
    'writers',
    'two changes of one version are acknowledged',
    () => [create(), change(1, 2, 'a', { start: 20, end: 30 }), change(1, 2, 'a', { start: 20, end: 31 })],
    ['one'],
  ],
  ['state', 'one version is read with two states', () => [create(), read(2, 'a'), read(2, 'b')], ['one']],
])('%s is broken when %s', (law, _, calls, listedIds) => {
  expect(lawsOf(calls(), listedIds)).toEqual([law]);
});

it('compares with the newest of all answers that ended before, not with the last one', () => {
  const calls = [
    read(1, 'a', { start: 0, end: 90 }),
    read(3, 'c', { start: 10, end: 20 }),
    read(2, 'b', { start: 100, end: 110 }),
  ];
  expect(lawsOf(calls, [])).toEqual(['back']);
});

it.each([
  [0, true],
  [408, true],
  [429, true],
  [503, true],
  [201, false],
  [404, false],
  [409, false],
])('treats the outcome of a call with the status %d as unknown: %s', (status, isUnknown) => {
  expect(isOpen({ status })).toBe(isUnknown);
});
