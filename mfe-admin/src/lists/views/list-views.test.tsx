import { aUser, axeViolations, renderPage } from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import { useListState } from '../address/use-list-state.ts';
import { FilterSelect } from '../filters.tsx';
import { ListBox } from '../list-box.tsx';
import { ColumnPicker } from '../toolbar/column-picker.tsx';
import { maxNameLength, maxViews, nameError, readViews } from './list-views.rules.ts';
import { ViewPicker } from './view-picker.tsx';

const statuses = ['all', 'pending', 'done'];
const spec = { filters: { status: statuses }, sortable: ['date'], hideable: ['color'] };
const columns = [{ key: 'color', header: 'Color', isHideable: true, cell: () => null }];

function Phones() {
  const list = useListState(spec, 'phones');
  const { state, change, ignored } = list;
  return (
    <ListBox ignored={ignored}>
      <FilterSelect
        label="Status"
        value={state.filters['status'] ?? ''}
        options={statuses.map((value) => [value, value])}
        onChange={(status) => change({ filters: { status } })}
      />
      <ColumnPicker columns={columns} hidden={state.hidden} onChange={(hidden) => change({ hidden })} />
      <ViewPicker spec={spec} list={list} />

      <output aria-label="Shown">
        {JSON.stringify([state.filters['status'], state.sort, state.hidden, state.page])}
      </output>
    </ListBox>
  );
}

const bikash = aUser({ role: 'admin' });
const open = (address = '/phones', user = bikash) => renderPage(<Phones />, { address, user });
type Page = Awaited<ReturnType<typeof open>>;
const shown = () => JSON.parse(screen.getByRole('status', { name: 'Shown' }).textContent) as unknown;
const dialog = () => within(screen.getByRole('dialog', { name: 'Views' }));
const choose = (user: Page['user'], status: string) =>
  user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), status);
const openViews = (user: Page['user'], name = 'Views') => user.click(screen.getByRole('button', { name }));

async function saveAs({ user }: Page, name: string) {
  await openViews(user);
  await user.type(dialog().getByRole('textbox', { name: 'Save what is shown as' }), name);
  await user.click(dialog().getByRole('button', { name: 'Save view' }));
  await user.click(dialog().getByRole('button', { name: 'Done' }));
}

beforeEach(() => localStorage.clear());

describe('named views of a list', () => {
  it('save filter, sort and columns, and open by click and by name, with parameters in the address', async () => {
    const page = await open('/phones?status=pending&sort=date_desc&hide=color&page=3');
    await saveAs(page, 'Open ones');
    expect(page.address()).toBe('/phones?status=pending&sort=date_desc&hide=color&page=3&named=Open+ones');
    await choose(page.user, 'done');
    await openViews(page.user, 'Open ones');
    expect(await axeViolations()).toEqual([]);
    await page.user.click(dialog().getByRole('button', { name: 'Open ones' }));
    expect(shown()).toEqual(['pending', { column: 'date', direction: 'desc' }, ['color'], 1]);
    const viewAddress = '/phones?status=pending&sort=date_desc&hide=color&named=Open+ones';
    expect(page.address()).toBe(viewAddress);
    page.unmount();
    const again = await open('/phones?named=Open+ones');
    expect(shown()).toEqual(['pending', { column: 'date', direction: 'desc' }, ['color'], 1]);
    expect(again.address()).toBe(viewAddress);
  });

  it('open by default when the URL has no list parameters, beside the whole list', async () => {
    const first = await open('/phones?status=pending');
    await saveAs(first, 'Open ones');
    await openViews(first.user, 'Open ones');
    const byDefault = dialog().getByRole('button', { name: 'Open Open ones by default' });
    await first.user.click(byDefault);
    expect(byDefault).toHaveAttribute('aria-pressed', 'true');
    first.unmount();

    const again = await open('/phones');
    expect(shown()).toEqual(['pending', null, [], 1]);
    expect(again.address()).toBe('/phones?status=pending&named=Open+ones');
    await choose(again.user, 'all');
    expect(shown()).toEqual(['all', null, [], 1]);
    expect(again.address()).toBe('/phones?named=all');
    await choose(again.user, 'done');
    expect(again.address()).toBe('/phones?status=done');
    await openViews(again.user);
    await again.user.click(dialog().getByRole('button', { name: 'Show the whole list' }));
    expect(again.address()).toBe('/phones?named=all');
  });

  it('can be renamed, updated and deleted', async () => {
    const page = await open('/phones?status=pending');
    await saveAs(page, 'Open ones');
    await choose(page.user, 'done');
    await openViews(page.user, 'Open ones');
    await page.user.click(dialog().getByRole('button', { name: 'Save what is shown as Open ones' }));
    await page.user.click(dialog().getByRole('button', { name: 'Rename Open ones' }));
    const name = dialog().getByRole('textbox', { name: 'New name of Open ones' });
    await page.user.clear(name);
    await page.user.type(name, 'Done ones');
    await page.user.click(dialog().getByRole('button', { name: 'Rename view' }));
    await waitFor(() => expect(page.address()).toBe('/phones?status=done&named=Done+ones'));
    await page.user.click(dialog().getByRole('button', { name: 'Delete Done ones' }));
    await waitFor(() => expect(page.address()).toBe('/phones?status=done'));
    expect(dialog().queryByRole('button', { name: 'Done ones' })).toBeNull();
  });

  it('are saved by Enter in the name, which overwrites no view, and can be deleted in the same dialog', async () => {
    const page = await open('/phones?status=pending');
    await openViews(page.user);
    const save = () =>
      page.user.type(dialog().getByRole('textbox', { name: 'Save what is shown as' }), 'Open ones{Enter}');
    await save();
    await waitFor(() => expect(page.address()).toBe('/phones?status=pending&named=Open+ones'));
    await save();
    expect(dialog().getByText('You have a view of this name already.')).toBeVisible();
    await page.user.click(dialog().getByRole('button', { name: 'Delete Open ones' }));
    await waitFor(() => expect(page.address()).toBe('/phones?status=pending'));
  });

  it('belong to the signed-in user; an unknown name is reported', async () => {
    const page = await open('/phones?status=pending');
    await saveAs(page, 'Open ones');
    page.unmount();
    const { user } = await open('/phones?named=Open+ones', aUser({ role: 'admin', id: 'f'.repeat(24) }));
    expect(screen.getByText('This list has no such view. It is shown without.')).toBeVisible();
    expect(shown()).toEqual(['all', null, [], 1]);
    await choose(user, 'done');
    expect(screen.queryByText(/no such view/)).toBeNull();
  });

  it('report a full storage', async () => {
    const page = await open('/phones?status=pending');
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await openViews(page.user);
    await page.user.type(dialog().getByRole('textbox', { name: 'Save what is shown as' }), 'Open ones');
    await page.user.click(dialog().getByRole('button', { name: 'Save view' }));
    jest.restoreAllMocks();
    expect(dialog().getByText(/This browser keeps no views/)).toBeVisible();
    expect(dialog().getByRole('textbox')).toHaveValue('Open ones');
  });
});

it('skips malformed stored views and limits their number', () => {
  const view = { name: 'A', query: 'status=done', isDefault: false };
  expect(readViews('x')).toEqual([]);
  expect(readViews([view, { ...view, name: 'a' }, null, { name: 'B' }, { ...view, name: 'All' }])).toEqual([
    view,
  ]);
  const many = Array.from({ length: maxViews + 5 }, (_, n) => ({ ...view, name: `V${n}` }));
  expect(readViews(many)).toHaveLength(maxViews);
  expect(nameError('New', readViews(many))).toBe('A list has at most 20 views. Please delete one first.');
  expect(nameError('x'.repeat(maxNameLength + 1), [])).toBe('A name has at most 40 characters.');
  expect(nameError(' ', [])).toBe('Please give the view a name.');
  expect(nameError('ALL', [])).toBe('This name stands for the whole list. Please choose another one.');
});
