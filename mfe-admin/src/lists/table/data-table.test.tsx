import { renderPage } from '@kinmel/testing/page';
import { screen, within } from '@testing-library/react';
import { useListState } from '../address/use-list-state.ts';
import { ListBox } from '../list-box.tsx';
import { Pager } from '../pager.tsx';
import { SearchBox } from '../toolbar/search-box.tsx';
import { DataTable, type DataTableProps, maxRows } from './data-table.tsx';
import { columnKeys, type ListColumn } from './list-column.ts';
import { useRowSelection } from './use-row-selection.ts';

interface Phone {
  readonly id: string;
  readonly name: string;
  readonly pieces: number;
}

const columns: readonly ListColumn<Phone>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    key: 'pieces',
    header: 'Pieces',
    cell: ({ pieces }) => pieces,
    sortBy: ({ pieces }) => pieces,
    isHideable: true,
  },
  {
    key: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: ({ name }) => <button type="button">Open {name}</button>,
  },
];
const spec = columnKeys(columns);
const phones = (count: number): Phone[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    name: `Phone ${String(index).padStart(5, '0')}`,
    pieces: (index * 7) % 1000,
  }));

function Phones({ rows }: { rows: readonly Phone[] }) {
  const { state, change, ignored } = useListState(spec, 'of-a-test');
  const selection = useRowSelection();
  return (
    <ListBox
      ignored={ignored}
      footer={
        <Pager
          page={state.page}
          totalPages={Math.ceil(rows.length / 20)}
          onPage={(page) => change({ page })}
        />
      }
    >
      <DataTable
        label="Phones"
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        sort={state.sort}
        onSort={(sort) => change({ sort })}
        hidden={state.hidden}
        clientPaging={{ page: state.page, pageSize: 20 }}
        selection={selection}
        card={({ name }) => <a href="#open">{name}</a>}
      />
      <output>{selection.ids.size} selected</output>
    </ListBox>
  );
}

const open = (rows: readonly Phone[], address = '/') => renderPage(<Phones rows={rows} />, { address });
const names = (column = 1) =>
  screen
    .getAllByRole<HTMLTableRowElement>('row')
    .slice(1)
    .map(({ cells }) => cells[column]?.textContent);
const originalMatchMedia = window.matchMedia;
afterEach(() => {
  window.matchMedia = originalMatchMedia;
});
const makeNarrow = () => {
  window.matchMedia = ((query: string) => ({
    media: query,
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  })) as unknown as typeof window.matchMedia;
};

it('sorts ascending, descending and not at all, as stored in the address', async () => {
  const { user, address } = await open(phones(3).toReversed());
  expect(names()).toEqual(['Phone 00002', 'Phone 00001', 'Phone 00000']);
  const head = screen.getByRole('columnheader', { name: 'Name' });
  await user.click(within(head).getByRole('button'));
  expect(names()).toEqual(['Phone 00000', 'Phone 00001', 'Phone 00002']);
  expect(head).toHaveAttribute('aria-sort', 'ascending');
  expect(address()).toBe('/?sort=name_asc');
  await user.click(within(head).getByRole('button'));
  expect(head).toHaveAttribute('aria-sort', 'descending');
  expect(address()).toBe('/?sort=name_desc');
  await user.click(within(head).getByRole('button'));
  expect(address()).toBe('/');
  expect(names()).toEqual(['Phone 00002', 'Phone 00001', 'Phone 00000']);
});

const Bare = (props: Pick<DataTableProps<Phone>, 'rows' | 'sort' | 'clientPaging'>) => (
  <DataTable
    {...props}
    label="Phones"
    columns={columns}
    rowId={({ id }) => id}
    rowName={({ name }) => name}
    card={() => null}
  />
);

it('has at most 60 rows in the document', async () => {
  await renderPage(<Bare rows={phones(10_000)} clientPaging={{ page: 1, pageSize: 500 }} />);
  expect(screen.getAllByRole('row')).toHaveLength(maxRows + 1);
});

it('keeps the order of a page that the server sorted', async () => {
  await renderPage(<Bare rows={phones(3).toReversed()} sort={{ column: 'name', direction: 'asc' }} />);
  expect(names(0)).toEqual(['Phone 00002', 'Phone 00001', 'Phone 00000']);
});

it('keeps pages and hidden columns in the address', async () => {
  const { user, address } = await open(phones(45), '/?hide=pieces&page=2');
  expect(screen.queryByRole('columnheader', { name: 'Pieces' })).toBeNull();
  expect(names()[0]).toBe('Phone 00020');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(address()).toBe('/?hide=pieces&page=3');
  expect(names()).toHaveLength(5);
  const next = screen.getByRole('button', { name: 'Next' });
  expect(next).toHaveFocus();
  await user.click(next);
  expect(address()).toBe('/?hide=pieces&page=3');
});

it('reports invalid parameters (F-10)', async () => {
  await open(phones(2), '/?sort=color_asc&page=x');
  expect(screen.getByText('This list has no such page, sort. It is shown without.')).toBeVisible();
  expect(names()).toEqual(['Phone 00000', 'Phone 00001']);
});

it('moves between cells by arrow keys, into a cell by Enter and out by Escape', async () => {
  const { user } = await open(phones(2));
  const rows = screen.getAllByRole<HTMLTableRowElement>('row').map((row) => row.cells);
  expect(document.querySelectorAll(':is(th, td)[tabindex="0"]')).toHaveLength(1);
  rows[1]?.[1]?.focus();
  await user.keyboard('{ArrowRight}');
  expect(rows[1]?.[2]).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(rows[2]?.[2]).toHaveFocus();
  await user.keyboard('{End}');
  expect(rows[2]?.[3]).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(rows[2]?.[3]).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Open Phone 00001' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(rows[2]?.[3]).toHaveFocus();
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(rows[0]?.[0]).toHaveFocus();
  expect(document.querySelectorAll(':is(th, td)[tabindex="0"]')).toHaveLength(1);
});

it('selects at most 100 rows over several pages', async () => {
  const { user } = await open(phones(150));
  const selectAllBox = () => screen.getByRole('checkbox', { name: 'Select all rows of this page' });
  for (let page = 1; page < 7; page += 1) {
    await user.click(selectAllBox());
    await user.click(screen.getByRole('button', { name: 'Next' }));
  }
  expect(screen.getByText('100 selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Previous' }));
  expect(screen.getByRole('checkbox', { name: 'Select Phone 00100' })).toBeDisabled();
});

it('renders cards in the phone layout', async () => {
  makeNarrow();
  await open(phones(2));
  expect(screen.queryByRole('grid')).toBeNull();
  const list = screen.getByRole('list', { name: 'Phones' });
  expect(within(list).getByRole('link', { name: 'Phone 00001' })).toBeVisible();
});

it('searches after a pause or on Enter, and follows the address', async () => {
  function Search() {
    const { state, change } = useListState(spec, 'of-a-test');
    return (
      <SearchBox
        label="Search"
        placeholder="Search by name"
        value={state.search}
        onSearch={(search, options) => change({ search }, options)}
      />
    );
  }
  const { user, address, go } = await renderPage(<Search />);
  const box = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(box, 'pixel{Enter}');
  expect(address()).toBe('/?search=pixel');
  await user.type(box, ' 8');
  expect(address()).toBe('/?search=pixel');
  await screen.findByDisplayValue('pixel 8');
  await user.keyboard('{Enter}');
  expect(address()).toBe('/?search=pixel+8');
  await go('/');
  expect(box).toHaveValue('');
});
