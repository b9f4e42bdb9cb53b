import { type Answers, axeViolations, down, holdReply, json, problem } from '@kinmel/testing/page';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { RecordOwner } from '../../lists/records/record-kinds.rules.ts';
import { anAuditEntry } from '../../testing/audit.ts';
import { click, dialog, noteDownloads, ownerAnswer, tableOf } from '../../testing/list-page.ts';
import { openPage, silenceFailures } from '../../testing/open-page.tsx';
import { requestId } from '../../testing/requests.ts';
import { actionText, auditOwners, auditOwnersOf, csvOwnersOf, entryAddress } from './audit.rules.ts';
import { auditFilterOf } from './audit-filter.ts';

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

silenceFailures();

const at = (owner: RecordOwner, query = '') => `/api/admin/services/${owner}/audit?${query}limit=25`;
/** The given answers, and empty ones for all other services. */
const answers = (query: string, parts: Partial<Record<RecordOwner, unknown>>): Answers =>
  Object.fromEntries(
    auditOwners.map(({ owner }) => [at(owner, query), parts[owner] ?? ownerAnswer([])]),
  ) as Answers;

const open = (more: Answers = {}, query = '') =>
  openPage('/admin/audit', {
    address: `/admin/audit${query}`,
    answers: {
      ...answers('', { catalog: ownerAnswer([product]), order: ownerAnswer([order]) }),
      ...more,
    },
  });
const rows = async () =>
  within(await tableOf('Who did what'))
    .getAllByRole('row')
    .slice(1) as HTMLElement[];

describe('/admin/audit', () => {
  it('merges the entries of all services, newest first, with person, time, change, note and request', async () => {
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

  it('formats lists and times of a change', async () => {
    const changes = [
      { field: 'roles', before: '[]', after: '["finance","support"]', isPersonal: false },
      { field: 'validUntil', before: null, after: '2026-11-23T07:00:00.000Z', isPersonal: false },
    ];
    await open(answers('', { catalog: ownerAnswer([anAuditEntry({ changes })]) }));
    const [row] = await rows();
    for (const text of ['finance, support', '23 Nov 2026, 12:45'])
      expect(within(row as HTMLElement).getByText(text)).toBeVisible();
    expect(row).not.toHaveTextContent('[');
  });

  it('links an entry to its record and to the history of the record', async () => {
    const id = String(product.record.id);
    const { user, address } = await open(answers(`record=${id}&`, { catalog: ownerAnswer([product]) }));
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

  it('includes the changes of releases, even without an account and a request', async () => {
    const release = anAuditEntry({
      person: { id: '', name: 'Asha Rai' },
      action: 'deployRelease',
      record: { kind: 'release', id: 'mfe-catalog' },
      changes: [{ field: 'activeVersion', before: '1.0.0', after: '2.0.0', isPersonal: false }],
      note: 'cheaper list',
      requestId: '',
    });
    await open({ ...answers('', { gateway: ownerAnswer([release]) }) });
    const [row] = (await rows()).map((each) => within(each));
    for (const text of ['Asha Rai', 'Deploy release', '2.0.0', 'cheaper list'])
      expect(row?.getByText(text)).toBeVisible();
    expect(row?.queryByRole('link', { name: 'Asha Rai' })).toBeNull();
    expect(row?.queryByText(/^Request/)).toBeNull();
    expect(row?.getByRole('link', { name: 'Release mfe-catalog' })).toHaveAttribute(
      'href',
      '/admin/releases/mfe-catalog',
    );
  });

  it('filters by a person and resets the filter', async () => {
    const { user, address } = await open(answers('person=admin-2&', { order: ownerAnswer([order]) }));
    await rows();
    await click(user, screen.getByRole('link', { name: 'Hari Thapa' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(address()).toBe('/admin/audit?person=admin-2');
    await click(user, screen.getByRole('button', { name: 'Only Hari Thapa: show everybody' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(address()).toBe('/admin/audit');
  });

  it('queries only the service that owns a kind', async () => {
    const { user, network, address } = await open({ [at('order', 'kind=order&')]: ownerAnswer([order]) });
    await rows();
    const before = network.requests.length;
    await act(() => user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Order'));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(address()).toBe('/admin/audit?kind=order');
    expect(network.requests.slice(before)).toEqual([`GET ${at('order', 'kind=order&')}`]);
  });

  it("filters by a day in the shop's time zone", async () => {
    const { from, to } = auditFilterOf({ day: '2026-11-23' } as Parameters<typeof auditFilterOf>[0]);
    expect([from, to]).toEqual(['2026-11-22T18:15:00.000Z', '2026-11-23T18:15:00.000Z']);
    const query = `from=${encodeURIComponent(String(from))}&to=${encodeURIComponent(String(to))}&`;
    await open(answers(query, { catalog: ownerAnswer([product]) }), '?day=2026-11-23');
    expect(await rows()).toHaveLength(1);
    expect(screen.getByLabelText('Day')).toHaveValue('2026-11-23');
  });

  it('names a service that failed, with Retry', async () => {
    let isUp = false;
    const { user } = await open({
      [at('order')]: (asking) =>
        isUp ? json(ownerAnswer([order]))(asking) : problem(503, 'service-unavailable', 'Away')(asking),
    });
    expect(await screen.findByText(/^Changes of orders, rates and credit could not be loaded/)).toBeVisible();
    expect(await rows()).toHaveLength(1);
    expect(await axeViolations()).toEqual([]);
    isUp = true;
    await click(user, screen.getByRole('button', { name: 'Retry: Changes of orders, rates and credit' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it('shows an error with Retry when all services fail, and an empty list', async () => {
    const { user, network } = await open(
      Object.fromEntries(auditOwners.map(({ owner }) => [at(owner), down])),
    );
    expect(await screen.findByText('Who did what could not be loaded.')).toBeVisible();
    const before = network.requests.length;
    network.answer(answers('', {}));
    await click(user, screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Nobody has changed anything yet.')).toBeVisible();
    expect(network.requests.slice(before)).toHaveLength(auditOwners.length);
    expect(await axeViolations()).toEqual([]);
  });

  it('shows no rows before every service has answered', async () => {
    const answer = holdReply(json(ownerAnswer([order])));
    await open({ [at('order')]: answer.reply });
    expect(screen.queryByRole('grid')).toBeNull();
    await act(async () => answer.release());
    expect(await rows()).toHaveLength(2);
  });

  it('pages over all services with one cursor', async () => {
    const many = Array.from({ length: 25 }, (_, index) =>
      anAuditEntry({ id: requestId(0x100 + index), at: '2026-11-23T06:30:00.000Z' }),
    );
    const cursor = `2026-11-23T06:30:00.000Z_${requestId(0x101)}`;
    const query = `cursor=${encodeURIComponent(cursor)}&`;
    const { user, address } = await open({
      [at('catalog')]: ownerAnswer(many),
      ...answers(query, { catalog: ownerAnswer([many[0] ?? product]) }),
    });
    expect(await rows()).toHaveLength(25);
    await click(user, screen.getByRole('link', { name: 'Next page' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(address()).toBe(`/admin/audit?after=${encodeURIComponent(cursor)}`);
    await click(user, screen.getByRole('button', { name: 'First page' }));
    await waitFor(async () => expect(await rows()).toHaveLength(25));
  });

  it('downloads the entries of each service as CSV, with the filter of the list', async () => {
    const saved = noteDownloads();
    const { user, network } = await open(
      {
        ...answers('kind=order&', { order: ownerAnswer([order]) }),
        '/api/admin/services/order/audit/export?kind=order': () => new Response('Time\r\n'),
      },
      '?kind=order',
    );
    await rows();
    await click(user, screen.getByRole('button', { name: 'CSV' }));
    const files = dialog('Download as CSV');
    expect(files.getAllByRole('button', { name: /^Changes|^What was/ })).toHaveLength(1);
    await click(user, files.getByRole('button', { name: 'Changes of orders, rates and credit' }));
    await waitFor(() => expect(saved).toEqual(['order-audit.csv']));
    expect(network.requests).toContain('GET /api/admin/services/order/audit/export?kind=order');
  });

  it('collapses further changes and shows markup as text', async () => {
    const changes = Array.from({ length: 9 }, (_, n) => ({
      field: `specs.field${n}`,
      before: '<b>old</b>',
      after: 'x'.repeat(300),
      isPersonal: false,
    }));
    const { user } = await open({ [at('catalog')]: ownerAnswer([{ ...product, changes }]) });
    await rows();
    expect(screen.getAllByText('<b>old</b>').length).toBeGreaterThanOrEqual(4);
    expect(screen.getAllByText(`${'x'.repeat(120)}…`).length).toBeGreaterThanOrEqual(4);
    await click(user, screen.getByText('5 more'));
    expect(screen.getByText('Specs field8')).toBeVisible();
  });
});

describe('the rules of the audit trail', () => {
  it('map kinds to the services that own them', () => {
    expect(auditOwnersOf('picture').map(({ owner }) => owner)).toEqual(['catalog']);
    expect(auditOwnersOf('sell-request').map(({ owner }) => owner)).toEqual(['service-request', 'device']);
    expect(auditOwnersOf('parked-message')).toHaveLength(8);
    expect(auditOwnersOf(undefined)).toHaveLength(8);
    expect(csvOwnersOf(undefined)).toHaveLength(7);
    expect(entryAddress({ kind: 'release', id: 'shell' })).toBe('/admin/releases/shell');
    expect(entryAddress({ kind: 'picture', id: 'x' })).toBeUndefined();
    expect(entryAddress({ kind: 'credit', id: 'x' })).toBe('/admin/credit/x');
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
    expect(actionText(action)).toBe(words);
  });
});
