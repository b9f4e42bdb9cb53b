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

it('lists only fields that changed, one level deep, without technical fields', () => {
  const after = { ...before, version: 2, specs: { color: 'Blue', storage: '128 GB' }, tags: ['a', 'b'] };
  expect(changesBetween(before, after, 'all')).toEqual([
    { field: 'specs.color', before: 'Red', after: 'Blue', isPersonal: false },
    { field: 'tags', before: '["a"]', after: '["a","b"]', isPersonal: false },
  ]);
  expect(changesBetween(before, { ...before, at: new Date(before.at) }, 'all')).toEqual([]);
});

it('stores only the name of a changed field that may be personal', () => {
  const after = { ...before, name: 'Nima Sherpa', status: 'done' };
  expect(changesBetween(before, after, ['status'])).toEqual([
    { field: 'name', before: null, after: null, isPersonal: true },
    { field: 'status', before: 'pending', after: 'done', isPersonal: false },
  ]);
});

it('lists every field that had a value for a created or deleted record', () => {
  const fields = { a: 1, b: '', c: null, d: undefined, e: false };
  const changes = changesBetween(null, fields, 'all');
  expect(changes.map(({ field, after }) => [field, after])).toEqual([
    ['a', 1],
    ['b', ''],
    ['e', false],
  ]);
  expect(
    changesBetween(fields, null, 'all').map(({ field, before: oldValue, after }) => [field, oldValue, after]),
  ).toEqual([
    ['a', 1, null],
    ['b', '', null],
    ['e', false, null],
  ]);
});
