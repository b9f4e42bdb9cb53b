import { type Answers, down, held, json, noting, problem, type RenderedPage } from '@kinmel/testing/page';
import { act, screen, waitFor, within } from '@testing-library/react';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { axeViolations } from '../../testing/axe-violations.ts';
import { openPage } from '../../testing/open-page.tsx';
import { requestId } from '../../testing/requests.ts';
import { saveView } from '../../testing/views.ts';
import { aWorkItem, workAddress, workAnswer } from '../../testing/work.ts';

const order = aWorkItem();
const repair = aWorkItem({
  kind: 'repair-booking',
  id: requestId(0xb1),
  title: 'Repair of iPhone 15 Pro',
  customer: 'Bikash',
  status: 'in-repair',
  promisedAt: '2026-11-22T18:15:00.000Z',
  isLate: true,
});
const taken = {
  ...order,
  assignee: { personId: 'user-1', name: 'Bikash', isYou: true, takenAt: '2026-11-23T06:00:00.000Z' },
  version: 1,
};
const assignAddress = `PUT /api/admin/services/order/work/order/${order.id}/assignee`;

beforeEach(() => {
  localStorage.clear();
  jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (answers: Answers = {}, query = '') =>
  openPage('/admin/work', {
    address: `/admin/work${query}`,
    answers: {
      [workAddress('order')]: workAnswer([order]),
      [workAddress('service-request')]: workAnswer([repair]),
      [workAddress('order', 'mine=true&')]: workAnswer([]),
      [workAddress('service-request', 'mine=true&')]: workAnswer([]),
      ...answers,
    },
  });
const rows = async () => {
  const table = await screen.findByRole('grid', { name: 'Work queue' });
  return within(table).getAllByRole('row').slice(1);
};
const click = (user: RenderedPage['user'], element: Element) => act(() => user.click(element));

describe('/admin/work', () => {
  it('shows what waits at all owners by the time that was promised, what is late first (issue 20: one work queue)', async () => {
    await open();
    const [first, second] = await rows();
    for (const text of ['Repair of iPhone 15 Pro', 'for Bikash', 'Repair', 'In repair', 'Late', 'Nobody'])
      expect(within(first as HTMLElement).getByText(text)).toBeVisible();
    expect(within(first as HTMLElement).getByText('23 Nov 2026, 00:00')).toBeVisible();
    expect(within(second as HTMLElement).getByText('KM-7H2K-94QX')).toBeVisible();
    expect(within(second as HTMLElement).queryByText('Late')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it('opens a record in its own tab', async () => {
    await open();
    expect(await screen.findByRole('link', { name: 'KM-7H2K-94QX' })).toHaveAttribute(
      'href',
      `/admin/dashboard?tab=checkout-orders&record=${order.id}`,
    );
    expect(screen.getByRole('link', { name: 'Repair of iPhone 15 Pro' })).toHaveAttribute(
      'href',
      `/admin/repair-bookings?record=${repair.id}`,
    );
    expect(recordAddress({ kind: 'sell-request', id: 'x' })).toBe(
      '/admin/dashboard?tab=sell-requests&record=x',
    );
    expect(recordAddress({ kind: 'phone-order', id: 'x' })).toBe(
      '/admin/dashboard?tab=booking-orders&record=x',
    );
  });

  it('stands in the head of the back office', async () => {
    await open();
    const head = within(await screen.findByRole('navigation', { name: 'Back office' }));
    expect(head.getByRole('link', { name: 'Work queue' })).toHaveAttribute('href', '/admin/work');
  });

  it('its filter is kept by a name and opened by it (named views, decision 45)', async () => {
    const { user, address } = await open(
      { [workAddress('order', 'mine=true&kind=order&')]: workAnswer([taken]) },
      '?mine=yes&kind=order',
    );
    expect(await rows()).toHaveLength(1);
    await saveView(user, 'My orders');
    expect(address()).toBe('/admin/work?mine=yes&kind=order&named=My+orders');
    await click(user, screen.getByRole('button', { name: 'My orders' }));
    await click(user, screen.getByRole('button', { name: 'Show the whole list' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    await click(user, screen.getByRole('button', { name: 'Views' }));
    expect(await axeViolations()).toEqual([]);
    await click(user, screen.getByRole('button', { name: 'My orders' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(screen.getByRole('checkbox', { name: 'Only mine' })).toBeChecked();
    expect(address()).toBe('/admin/work?mine=yes&kind=order&named=My+orders');
  });

  it('shows a record as taken at once, and keeps what the server says (take it)', async () => {
    const answer = held(json({ success: true, data: taken }));
    const { reply, bodies } = noting(answer.reply);
    const { user } = await open({ [assignAddress]: reply });
    await click(user, await screen.findByRole('button', { name: 'Take order KM-7H2K-94QX' }));
    expect(await screen.findByText('You')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Give back order KM-7H2K-94QX' })).toBeVisible();
    await act(async () => answer.release());
    expect(await screen.findByText('since 23 Nov 2026, 11:45')).toBeVisible();
    expect(bodies).toEqual([{ assignee: 'me', version: 0 }]);
  });

  it('takes it back when somebody else was faster, says so, and shows who has it (S-10)', async () => {
    let asked = 0;
    const other = {
      ...taken,
      assignee: { personId: 'admin-2', name: 'Sita Rai', isYou: false, takenAt: '2026-11-23T06:00:00.000Z' },
    };
    const { user } = await open({
      [workAddress('order')]: () => {
        asked += 1;
        return json(workAnswer([asked === 1 ? order : other]))(new Request('http://shop.test/'));
      },
      [assignAddress]: problem(409, 'version-conflict', 'Somebody else has taken this meanwhile.'),
    });
    await click(user, await screen.findByRole('button', { name: 'Take order KM-7H2K-94QX' }));
    expect(await screen.findByText('Somebody else has taken this meanwhile.')).toBeVisible();
    expect(await screen.findByText('Sita Rai')).toBeVisible();
    expect(screen.queryByText('You')).toBeNull();
  });

  it('takes it back when it could not be sent', async () => {
    const { user } = await open({ [assignAddress]: down });
    await click(user, await screen.findByRole('button', { name: 'Take order KM-7H2K-94QX' }));
    expect(await screen.findByText('This could not be taken.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('You')).toBeNull());
    expect(screen.getByRole('button', { name: 'Take order KM-7H2K-94QX' })).toBeVisible();
  });

  it('gives back what was taken', async () => {
    const { reply, bodies } = noting(json({ success: true, data: { ...order, version: 2 } }));
    const { user } = await open({
      [workAddress('order')]: workAnswer([taken]),
      [assignAddress]: reply,
    });
    await click(user, await screen.findByRole('button', { name: 'Give back order KM-7H2K-94QX' }));
    expect(await screen.findByRole('button', { name: 'Take order KM-7H2K-94QX' })).toBeVisible();
    await waitFor(() => expect(bodies).toEqual([{ assignee: 'nobody', version: 1 }]));
  });

  it('shows only mine by the address, and says when there is nothing', async () => {
    const { user, address } = await open({ [workAddress('order', 'mine=true&')]: workAnswer([taken]) });
    await rows();
    await click(user, screen.getByRole('checkbox', { name: 'Only mine' }));
    expect(address()).toBe('/admin/work?mine=yes');
    expect(await screen.findByText('You')).toBeVisible();
    await waitFor(async () => expect(await rows()).toHaveLength(1));
  });

  it('of an empty queue says so', async () => {
    await open({}, '?mine=yes');
    expect(await screen.findByText('You have taken nothing.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Only mine' })).toBeChecked();
    expect(await axeViolations()).toEqual([]);
  });

  it('asks the owner of a kind alone', async () => {
    const { user, network, address } = await open({
      [workAddress('order', 'kind=order&')]: workAnswer([order]),
    });
    await rows();
    const before = network.requests.length;
    await act(() => user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Order'));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(address()).toBe('/admin/work?kind=order');
    expect(network.requests.slice(before)).toEqual([`GET ${workAddress('order', 'kind=order&')}`]);
  });

  it('an owner that is down costs its part, by name, with Retry (issue 20)', async () => {
    let isUp = false;
    const { user } = await open({
      [workAddress('service-request')]: (request) =>
        isUp ? json(workAnswer([repair]))(request) : problem(503, 'service-unavailable', 'Away')(request),
    });
    expect(
      await screen.findByText(/^Sell requests, repairs and phone orders could not be loaded/),
    ).toBeVisible();
    expect(await rows()).toHaveLength(1);
    expect(await axeViolations()).toEqual([]);
    isUp = true;
    await click(user, screen.getByRole('button', { name: 'Retry: Sell requests, repairs and phone orders' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it('when nobody answers says so with Retry', async () => {
    const { user, network } = await open({
      [workAddress('order')]: down,
      [workAddress('service-request')]: down,
    });
    expect(await screen.findByText('The work queue could not be loaded.')).toBeVisible();
    const before = network.requests.length;
    await click(user, screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(network.requests.slice(before)).toHaveLength(2));
  });

  it('goes on where the page ended, for all owners the same', async () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      aWorkItem({
        id: requestId(0x100 + index),
        title: `KM-${index}`,
        promisedAt: '2026-11-23T09:00:00.000Z',
      }),
    );
    const cursor = `2026-11-23T09:00:00.000Z_${requestId(0x100 + 18)}`;
    const after = `cursor=${encodeURIComponent(cursor)}&`;
    const { user, address } = await open({
      [workAddress('order')]: workAnswer(many),
      [workAddress('order', after)]: workAnswer(many.slice(19)),
      [workAddress('service-request', after)]: workAnswer([]),
    });
    expect(await rows()).toHaveLength(20);
    await click(user, screen.getByRole('link', { name: 'Next page' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(address()).toBe(`/admin/work?after=${encodeURIComponent(cursor)}`);
    expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
    await click(user, screen.getByRole('button', { name: 'First page' }));
    await waitFor(async () => expect(await rows()).toHaveLength(20));
  });

  it.each(['?kind=lost', '?mine=1', '?after=x'])('shows %s without it, and says so (F-10)', async (query) => {
    await open({}, query);
    expect(await rows()).toHaveLength(2);
    expect(screen.getByText(/This list has no such/)).toBeVisible();
  });

  it('asks for nothing without a token (ADASH-09)', async () => {
    const { network } = await openPage('/admin/work', { user: undefined });
    expect(await screen.findByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible();
    expect(network.requests).toEqual([]);
  });
});
