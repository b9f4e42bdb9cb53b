import { type Answers, down, held, json, problem, type RenderedPage } from '@kinmel/testing/page';
import { act, screen, waitFor, within } from '@testing-library/react';
import { anAuditEntry, auditAnswer } from '../../testing/audit.ts';
import { axeViolations } from '../../testing/axe-violations.ts';
import { openPage } from '../../testing/open-page.tsx';
import { requestId } from '../../testing/requests.ts';
import { saveView } from '../../testing/views.ts';
import {
  type AuditOwner,
  actionWords,
  auditFilterOf,
  auditOwners,
  entryAddress,
  ownersOf,
  readAuditPage,
} from './audit.rules.ts';

const product = anAuditEntry();
const order = anAuditEntry({
  id: requestId(0xad2),
  at: '2026-11-23T07:00:00.000Z',
  person: { id: 'admin-2', name: 'Hari Thapa' },
  action: 'updateOrderStatus',
  record: { kind: 'order', id: requestId(0xa0d) },
  changes: [
    { field: 'orderStatus', before: 'pending', after: 'shipped', isPersonal: false },
    { field: 'adminNotes', before: null, after: null, isPersonal: true },
  ],
  note: 'Sent with the evening bus.',
});

beforeEach(() => {
  localStorage.clear();
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
});

const at = (owner: AuditOwner, query = '') => `/api/admin/services/${owner}/audit?${query}limit=25`;
/** What each owner is asked for, answered by those that a test names and by nobody else. */
const answers = (query: string, parts: Partial<Record<AuditOwner, unknown>>): Answers =>
  Object.fromEntries(
    auditOwners.map(({ owner }) => [at(owner, query), parts[owner] ?? auditAnswer([])]),
  ) as Answers;

const open = (more: Answers = {}, query = '') =>
  openPage('/admin/audit', {
    address: `/admin/audit${query}`,
    answers: {
      ...answers('', { catalog: auditAnswer([product]), order: auditAnswer([order]) }),
      ...more,
    },
  });
const rows = async () => {
  const table = await screen.findByRole('grid', { name: 'Who did what' });
  return within(table).getAllByRole('row').slice(1) as HTMLElement[];
};
const click = (user: RenderedPage['user'], element: Element) => act(() => user.click(element));

describe('/admin/audit', () => {
  it('merges what all services keep, newest first: who, when, what, before and after, note and request (issue 20: who did what)', async () => {
    await open();
    const [first, second] = (await rows()).map((row) => within(row));
    for (const text of ['Hari Thapa', '23 Nov 2026, 12:45', 'Update order status', 'pending', 'shipped'])
      expect(first?.getByText(text)).toBeVisible();
    expect(first?.getByText('Sent with the evening bus.')).toBeVisible();
    expect(first?.getByText('changed')).toBeVisible();
    for (const text of [
      'Sunita Gurung',
      'Update product',
      '90,000',
      '85,000.5',
      'yes',
      'no',
      'Request request-1',
    ])
      expect(second?.getByText(text)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('stands in the head of the back office', async () => {
    await open();
    const head = within(await screen.findByRole('navigation', { name: 'Back office' }));
    expect(head.getByRole('link', { name: 'Who did what' })).toHaveAttribute('href', '/admin/audit');
  });

  it('leads from an entry to its record, and to all that was done to it', async () => {
    const id = String(product.record.id);
    const { user, address } = await open(answers(`record=${id}&`, { catalog: auditAnswer([product]) }));
    await rows();
    expect(screen.getByRole('link', { name: `Product ${id.slice(-6)}` })).toHaveAttribute(
      'href',
      `/edit-product/${id}`,
    );
    await click(user, screen.getByRole('link', { name: `History of Product ${id.slice(-6)}` }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(address()).toBe(`/admin/audit?record=${id}`);
    expect(screen.getByRole('searchbox', { name: 'Record id' })).toHaveValue(id);
  });

  it('shows what one person did by a press on the name, and everybody again', async () => {
    const { user, address } = await open(answers('person=admin-2&', { order: auditAnswer([order]) }));
    await rows();
    await click(user, screen.getByRole('link', { name: 'Hari Thapa' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(address()).toBe('/admin/audit?person=admin-2');
    await click(user, screen.getByRole('button', { name: 'Only Hari Thapa: show everybody' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(address()).toBe('/admin/audit');
  });

  it('asks the owner of a kind alone', async () => {
    const { user, network, address } = await open({ [at('order', 'kind=order&')]: auditAnswer([order]) });
    await rows();
    const before = network.requests.length;
    await act(() => user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Order'));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(address()).toBe('/admin/audit?kind=order');
    expect(network.requests.slice(before)).toEqual([`GET ${at('order', 'kind=order&')}`]);
  });

  it('asks for a day of the shop by its beginning and its end', async () => {
    const { from, to } = auditFilterOf({ day: '2026-11-23' } as Parameters<typeof auditFilterOf>[0]);
    expect([from, to]).toEqual(['2026-11-22T18:15:00.000Z', '2026-11-23T18:15:00.000Z']);
    const query = `from=${encodeURIComponent(String(from))}&to=${encodeURIComponent(String(to))}&`;
    await open(answers(query, { catalog: auditAnswer([product]) }), '?day=2026-11-23');
    expect(await rows()).toHaveLength(1);
    expect(screen.getByLabelText('Day')).toHaveValue('2026-11-23');
  });

  it('an owner that is down costs its part, by name, with Retry (issue 20)', async () => {
    let isUp = false;
    const { user } = await open({
      [at('order')]: (asking) =>
        isUp ? json(auditAnswer([order]))(asking) : problem(503, 'service-unavailable', 'Away')(asking),
    });
    expect(await screen.findByText(/^Changes of orders could not be loaded/)).toBeVisible();
    expect(await rows()).toHaveLength(1);
    expect(await axeViolations()).toEqual([]);
    isUp = true;
    await click(user, screen.getByRole('button', { name: 'Retry: Changes of orders' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it('when nobody answers says so with Retry', async () => {
    const { user, network } = await open(
      Object.fromEntries(auditOwners.map(({ owner }) => [at(owner), down])),
    );
    expect(await screen.findByText('Who did what could not be loaded.')).toBeVisible();
    const before = network.requests.length;
    await click(user, screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(network.requests.slice(before)).toHaveLength(auditOwners.length));
  });

  it('shows no rows before each owner has answered: none may move under the pointer', async () => {
    const answer = held(json(auditAnswer([order])));
    await open({ [at('order')]: answer.reply });
    expect(screen.queryByRole('grid')).toBeNull();
    await act(async () => answer.release());
    expect(await rows()).toHaveLength(2);
  });

  it('of nothing says so', async () => {
    await open(answers('', {}));
    expect(await screen.findByText('Nobody has changed anything yet.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('goes on where the page ended, for all owners the same', async () => {
    const many = Array.from({ length: 25 }, (_, index) =>
      anAuditEntry({ id: requestId(0x100 + index), at: '2026-11-23T06:30:00.000Z' }),
    );
    const cursor = `2026-11-23T06:30:00.000Z_${requestId(0x101)}`;
    const query = `cursor=${encodeURIComponent(cursor)}&`;
    const { user, address } = await open({
      [at('catalog')]: auditAnswer(many),
      ...answers(query, { catalog: auditAnswer([many[0] ?? product]) }),
    });
    expect(await rows()).toHaveLength(25);
    await click(user, screen.getByRole('link', { name: 'Next page' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(address()).toBe(`/admin/audit?after=${encodeURIComponent(cursor)}`);
    await click(user, screen.getByRole('button', { name: 'First page' }));
    await waitFor(async () => expect(await rows()).toHaveLength(25));
  });

  it.each(['?kind=lost', '?person=%24ne%5B', '?record=a%20b', '?day=today', '?after=x'])(
    'shows %s without it, and says so (F-10)',
    async (query) => {
      await open({}, query);
      expect(await rows()).toHaveLength(2);
      expect(screen.getByText(/This list has no such/)).toBeVisible();
    },
  );

  it('its filter is kept by a name, and the default view opens where the address asks for nothing (named views, decision 45)', async () => {
    const id = String(product.record.id);
    const ofRecord = answers(`record=${id}&`, { catalog: auditAnswer([product]) });
    const first = await open(ofRecord, `?record=${id}`);
    await saveView(first.user, 'The Pixel', { isDefault: true });
    first.unmount();
    const { user, address } = await open(ofRecord);
    expect(await rows()).toHaveLength(1);
    expect(address()).toBe(`/admin/audit?record=${id}&named=The+Pixel`);
    expect(screen.getByRole('searchbox', { name: 'Record id' })).toHaveValue(id);
    await click(user, screen.getByRole('button', { name: 'The Pixel' }));
    await click(user, screen.getByRole('button', { name: 'Show the whole list' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(address()).toBe('/admin/audit?named=all');
  });

  it('takes the entries of each service away as CSV, with the filter of the list', async () => {
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    Object.assign(URL, { createObjectURL: () => 'blob:entries', revokeObjectURL: () => undefined });
    const { user, network } = await open(
      {
        ...answers('kind=order&', { order: auditAnswer([order]) }),
        '/api/admin/services/order/audit/export?kind=order': () => new Response('Time\r\n'),
      },
      '?kind=order',
    );
    await rows();
    await click(user, screen.getByRole('button', { name: 'CSV' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Take away as CSV' }));
    expect(dialog.getAllByRole('button', { name: /^Changes|^What was/ })).toHaveLength(1);
    await click(user, dialog.getByRole('button', { name: 'Changes of orders' }));
    await waitFor(() => expect(saved).toEqual(['order-audit.csv']));
    expect(network.requests).toContain('GET /api/admin/services/order/audit/export?kind=order');
  });

  it('keeps the fields of a long change behind a press, and markup as text', async () => {
    const changes = Array.from({ length: 9 }, (_, n) => ({
      field: `specs.field${n}`,
      before: '<b>old</b>',
      after: 'x'.repeat(300),
      isPersonal: false,
    }));
    const { user } = await open({ [at('catalog')]: auditAnswer([{ ...product, changes }]) });
    await rows();
    expect(screen.getAllByText('<b>old</b>').length).toBeGreaterThanOrEqual(4);
    expect(screen.getAllByText(`${'x'.repeat(120)}…`).length).toBeGreaterThanOrEqual(4);
    await click(user, screen.getByText('5 more'));
    expect(screen.getByText('Specs field8')).toBeVisible();
  });

  it('asks for nothing without a token (ADASH-09)', async () => {
    const { network } = await openPage('/admin/audit', { user: undefined });
    expect(await screen.findByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
    expect(network.requests).toEqual([]);
  });
});

describe('what answers and addresses mean', () => {
  it('an answer of another shape is none, and an entry that lacks what the list needs is left out', () => {
    expect(readAuditPage(null)).toBeUndefined();
    expect(readAuditPage({ data: 'x' })).toBeUndefined();
    const wrong = [null, {}, { ...product, record: { kind: 'toString', id: 'x' } }, { ...product, at: 1 }];
    expect(readAuditPage({ data: [...wrong, product], next: 5 })).toEqual({ rows: [product], next: null });
  });

  it('kinds have an owner, or are kept by all', () => {
    expect(ownersOf('picture').map(({ owner }) => owner)).toEqual(['catalog']);
    expect(ownersOf('parked-message')).toHaveLength(5);
    expect(ownersOf(undefined)).toHaveLength(5);
    expect(entryAddress({ kind: 'picture', id: 'x' })).toBeUndefined();
    expect(entryAddress({ kind: 'offer', id: 'x' })).toBe('/admin/add-offer?record=x');
    expect(entryAddress({ kind: 'order', id: null })).toBeUndefined();
    expect(entryAddress({ kind: 'repair-booking', id: 'x' })).toBe('/admin/repair-bookings?record=x');
  });

  it.each([
    ['updateProduct', 'Update product'],
    ['replayServiceRequestParkedMessages', 'Replay parked messages'],
    ['exportOrderAuditEntries', 'Export audit entries'],
    ['exportOrders', 'Export orders'],
    ['assignOrderWork', 'Assign work'],
    ['', ''],
  ])('%s reads "%s"', (action, words) => {
    expect(actionWords(action)).toBe(words);
  });
});
