import { checkHistory } from './check-history.ts';
import { type Call, isOpen } from './history.ts';

let clock = 0;
/** One call after the other, unless its times say otherwise. */
const call = (over: Partial<Call>): Call => {
  clock += 10;
  return { by: 'Asha', what: 'GET /one', record: 'one', start: clock, end: clock + 5, status: 200, ...over };
};
const placed = (over: Partial<Call> = {}) =>
  call({ what: 'POST /', key: 'k1', status: 201, version: 1, state: 'pending', ...over });
const read = (version: number, state = 'pending', over: Partial<Call> = {}) =>
  call({ version, state, ...over });
const change = (seen: number, version: number, state: string, over: Partial<Call> = {}) =>
  call({ what: 'PUT /one', seen, version, state, ...over });
const noAnswer = (over: Partial<Call> = {}) => call({ status: 0, version: undefined, ...over });

const lawsOf = (calls: readonly Call[], listed = ['one']) =>
  checkHistory(calls, listed).map(({ law }) => law);

beforeEach(() => {
  clock = 0;
});

it.each<[string, () => Call[]]>([
  ['a record that is made, changed and read', () => [placed(), change(1, 2, 'shipped'), read(2, 'shipped')]],
  ['a key that is repeated after a lost answer', () => [noAnswer({ key: 'k1' }), placed(), placed()]],
  [
    'a repeated key, answered with the record of now',
    () => [placed(), change(1, 2, 'a'), placed({ version: 2, state: 'a' })],
  ],
  [
    'a change without an answer that took effect',
    () => [placed(), noAnswer({ seen: 1 }), read(2, 'shipped')],
  ],
  ['a change without an answer that took no effect', () => [placed(), noAnswer({ seen: 1 }), read(1)]],
  ['a refused change', () => [placed(), call({ seen: 1, status: 409 }), read(1)]],
  [
    'an older read that began before the change ended',
    () => [placed(), change(1, 2, 'a', { start: 20, end: 40 }), read(1, 'pending', { start: 30, end: 50 })],
  ],
  [
    'a change that changes nothing',
    () => [placed(), change(1, 2, 'a'), change(2, 2, 'a'), change(2, 2, 'a')],
  ],
])('%s breaks nothing', (_, calls) => {
  expect(lawsOf(calls())).toEqual([]);
});

it.each<[string, string, () => Call[], string[]]>([
  [
    'key',
    'a repeated key is answered with another record',
    () => [placed(), placed({ record: 'two' })],
    ['one', 'two'],
  ],
  ['key', 'two keys are answered with one record', () => [placed(), placed({ key: 'k2' })], ['one']],
  [
    'lost',
    'an acknowledged record is not there',
    () => [placed(), call({ status: 404, version: undefined })],
    [],
  ],
  [
    'doubled',
    'a call without an answer made one record, and its repetition another',
    () => [noAnswer({ key: 'k1', record: undefined }), placed()],
    ['one', 'other'],
  ],
  [
    'back',
    'a read is older than one that ended before',
    () => [placed(), read(3, 'c'), read(2, 'b')],
    ['one'],
  ],
  [
    'back',
    'a read does not show an acknowledged change',
    () => [placed(), change(1, 2, 'a'), read(1)],
    ['one'],
  ],
  [
    'writers',
    'two changes of one version are acknowledged',
    () => [placed(), change(1, 2, 'a', { start: 20, end: 30 }), change(1, 2, 'a', { start: 20, end: 31 })],
    ['one'],
  ],
  ['state', 'one version is read with two states', () => [placed(), read(2, 'a'), read(2, 'b')], ['one']],
])('%s is broken when %s', (law, _, calls, listed) => {
  expect(lawsOf(calls(), listed)).toEqual([law]);
});

it('compares with the newest answer of all that ended before, not with the last one', () => {
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
])('leaves the outcome of a call with the status %d open: %s', (status, open) => {
  expect(isOpen({ status })).toBe(open);
});
