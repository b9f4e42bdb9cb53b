import { changesBetween } from './audit-changes.rules.ts';

const before = {
  id: '1',
  version: 1,
  name: 'Asha Rai',
  status: 'pending',
  specs: { color: 'Red', storage: '128 GB' },
  tags: ['a'],
  at: new Date('2026-11-20T10:00:00.000Z'),
};

it('keeps only the fields that changed, one level deep, and nothing that changes with every write', () => {
  const after = { ...before, version: 2, specs: { color: 'Blue', storage: '128 GB' }, tags: ['a', 'b'] };
  expect(changesBetween(before, after, 'all')).toEqual([
    { field: 'specs.color', before: 'Red', after: 'Blue', isPersonal: false },
    { field: 'tags', before: '["a"]', after: '["a","b"]', isPersonal: false },
  ]);
  expect(changesBetween(before, { ...before, at: new Date(before.at) }, 'all')).toEqual([]);
});

it('says of a field that may be personal only that it changed', () => {
  const after = { ...before, name: 'Nima Sherpa', status: 'done' };
  expect(changesBetween(before, after, ['status'])).toEqual([
    { field: 'name', before: null, after: null, isPersonal: true },
    { field: 'status', before: 'pending', after: 'done', isPersonal: false },
  ]);
});

it('of a record that is new or gone every field that had something is one', () => {
  const fields = { a: 1, b: '', c: null, d: undefined, e: false };
  const made = changesBetween(null, fields, 'all');
  expect(made.map(({ field, after }) => [field, after])).toEqual([
    ['a', 1],
    ['b', ''],
    ['e', false],
  ]);
  expect(
    changesBetween(fields, null, 'all').map(({ field, before: was, after }) => [field, was, after]),
  ).toEqual([
    ['a', 1, null],
    ['b', '', null],
    ['e', false, null],
  ]);
});
