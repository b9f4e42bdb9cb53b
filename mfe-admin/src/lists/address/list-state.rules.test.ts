import { changeListState, isDay, readListState, writeListState } from './list-state.rules.ts';

const spec = {
  filters: { status: ['all', 'pending', 'done'], paymentMethod: ['all', 'card'] },
  sortable: ['date', 'total'],
  hideable: ['color'],
};
const read = (query: string) => readListState(new URLSearchParams(query), spec);
const write = (query: string, state: Parameters<typeof writeListState>[2]) =>
  writeListState(new URLSearchParams(query), spec, state).toString();

it('reads defaults from an address without parameters (AENT-05, AENT-07)', () => {
  expect(read('tab=booking-orders')).toEqual({
    ignored: [],
    state: {
      search: '',
      page: 1,
      filters: { status: 'all', paymentMethod: 'all' },
      sort: undefined,
      hidden: [],
      record: undefined,
    },
  });
});

it('reads what it wrote, and keeps other parameters', () => {
  const query = 'tab=x&status=pending&search=pixel+8&sort=date_desc&hide=color&page=3&record=r1';
  const { state, ignored } = read(query);
  expect(ignored).toEqual([]);
  expect(state).toMatchObject({
    search: 'pixel 8',
    page: 3,
    sort: { column: 'date', direction: 'desc' },
    hidden: ['color'],
    record: 'r1',
  });
  expect(write(query, state)).toBe(query);
  expect(write(query, read('tab=x').state)).toBe('tab=x');
});

it.each([
  ['status=lost', 'status'],
  ['status=', 'status'],
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1e3', 'page'],
  ['page=99999999', 'page'],
  ['sort=name_asc', 'sort'],
  ['sort=date', 'sort'],
  ['sort=date_up', 'sort'],
  ['hide=price', 'hide'],
  ['hide=color,price', 'hide'],
  [`search=${'a'.repeat(101)}`, 'search'],
])('%s is ignored and reported (F-10)', (query, name) => {
  const { state, ignored } = read(query);
  expect(ignored).toEqual([name]);
  expect({ ...state, hidden: [] }).toEqual(read('').state);
});

it('reads control characters of a search as spaces', () => {
  expect(read('search=pixel%098%00').state.search).toBe('pixel 8 ');
});

it('goes to the first page after a change of search, filter or sort', () => {
  const { state } = read('page=4&status=pending&record=r1');
  expect(changeListState(state, { search: 'a' }).page).toBe(1);
  expect(changeListState(state, { sort: { column: 'date', direction: 'asc' } }).page).toBe(1);
  const filtered = changeListState(state, { filters: { paymentMethod: 'card' } });
  expect(filtered).toMatchObject({ page: 1, filters: { status: 'pending', paymentMethod: 'card' } });
  expect(changeListState(state, { hidden: ['color'] }).page).toBe(4);
  expect(changeListState(state, { page: 5 }).page).toBe(5);
});

it.each([
  ['2026-02-28', true],
  ['2026-02-31', false],
  ['2026-13-01', false],
  ['26-1-1', false],
  ['', false],
])('"%s" is a day: %s', (text, isOne) => {
  expect(isDay(text)).toBe(isOne);
});

describe('a list with free text filters and a cursor', () => {
  const trail = {
    filters: { record: (text: string) => /^r\d+$/.test(text), kind: ['all', 'order'] },
    cursorPattern: /^p\d+$/,
  };
  const readTrail = (query: string) => readListState(new URLSearchParams(query), trail);
  const writeTrail = (state: Parameters<typeof writeListState>[2]) =>
    writeListState(new URLSearchParams(), trail, state).toString();

  it('has both in its address, even with a filter named like a list parameter', () => {
    const { state, ignored } = readTrail('record=r1&kind=order&after=p3');
    expect(ignored).toEqual([]);
    expect(state).toMatchObject({ filters: { record: 'r1', kind: 'order' }, after: 'p3', record: undefined });
    expect(writeTrail(state)).toBe('record=r1&kind=order&after=p3');
    expect(writeTrail(readTrail('').state)).toBe('');
  });

  it('ignores invalid values and reports them (F-10)', () => {
    const { state, ignored } = readTrail('record=x&after=x');
    expect(ignored).toEqual(['record', 'after']);
    expect(state).toMatchObject({ filters: { record: '', kind: 'all' }, after: undefined });
  });

  it('goes to the first page after a filter', () => {
    const { state } = readTrail('after=p3');
    expect(changeListState(state, { filters: { record: 'r2' } }).after).toBeUndefined();
    expect(changeListState(state, { record: undefined }).after).toBe('p3');
  });

  it('leaves a cursor parameter unchanged in a list without cursors', () => {
    expect(write('after=p3', read('after=p3').state)).toBe('after=p3');
  });
});
