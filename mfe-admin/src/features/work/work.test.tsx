import {
  type Answers,
  axeViolations,
  down,
  holdReply,
  json,
  problem,
  recordBodies,
} from '@kinmel/testing/page';
import { act, screen, waitFor, within } from '@testing-library/react';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { click, ownerAnswer, tableOf } from '../../testing/list-page.ts';
import { openPage, silenceFailures } from '../../testing/open-page.tsx';
import { requestId } from '../../testing/requests.ts';
import { aWorkItem, workAddress } from '../../testing/work.ts';

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
const takenOrder = {
  ...order,
  assignee: { personId: 'user-1', name: 'Bikash', isYou: true, takenAt: '2026-11-23T06:00:00.000Z' },
  version: 1,
};
const assignAddress = `PUT /api/admin/services/order/work/order/${order.id}/assignee`;

silenceFailures();

const open = (answers: Answers = {}, query = '') =>
  openPage('/admin/work', {
    address: `/admin/work${query}`,
    answers: {
      [workAddress('order')]: ownerAnswer([order]),
      [workAddress('service-request')]: ownerAnswer([repair]),
      [workAddress('device')]: ownerAnswer([]),
      [workAddress('order', 'mine=true&')]: ownerAnswer([]),
      [workAddress('service-request', 'mine=true&')]: ownerAnswer([]),
      [workAddress('device', 'mine=true&')]: ownerAnswer([]),
      ...answers,
    },
  });
const rows = async () =>
  within(await tableOf('Work queue'))
    .getAllByRole('row')
    .slice(1);

describe('/admin/work', () => {
  it('shows the open work of all services by promised time, late records first', async () => {
    await open();
    const [first, second] = await rows();
    for (const text of ['Repair of iPhone 15 Pro', 'for Bikash', 'Repair', 'In repair', 'Late', 'Nobody'])
      expect(within(first as HTMLElement).getByText(text)).toBeVisible();
    expect(within(first as HTMLElement).getByText('23 Nov 2026, 00:00')).toBeVisible();
    expect(within(second as HTMLElement).getByText('KM-7H2K-94QX')).toBeVisible();
    expect(within(second as HTMLElement).queryByText('Late')).toBeNull();
    expect(await axeViolations()).toEqual([]);
  });

  it.each([
    ['device', 'to-get-back', 'To get back'],
    ['device', 'to-send-back', 'To send back'],
    ['return', 'to-send-back', 'To send back'],
    ['order', 'look-up-payment', 'Look up payment'],
  ] as const)('shows the next step of a %s (%s)', async (kind, status, text) => {
    await open({ [workAddress('device')]: ownerAnswer([aWorkItem({ kind, id: requestId(0xde), status })]) });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('links each record to its page', async () => {
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

  it('shows a record as taken at once', async () => {
    const answer = holdReply(json({ success: true, data: takenOrder }));
    const { reply, bodies } = recordBodies(answer.reply);
    const { user } = await open({ [assignAddress]: reply });
    await click(user, await screen.findByRole('button', { name: 'Take order KM-7H2K-94QX' }));
    expect(await screen.findByText('You')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Give back order KM-7H2K-94QX' })).toBeVisible();
    await act(async () => answer.release());
    expect(await screen.findByText('since 23 Nov 2026, 11:45')).toBeVisible();
    expect(bodies).toEqual([{ assignee: 'me', version: 0 }]);
  });

  it('restores the row when another user was faster, and shows the assignee (S-10)', async () => {
    let requestCount = 0;
    const other = {
      ...takenOrder,
      assignee: { personId: 'admin-2', name: 'Sita Rai', isYou: false, takenAt: '2026-11-23T06:00:00.000Z' },
    };
    const { user } = await open({
      [workAddress('order')]: () => {
        requestCount += 1;
        return json(ownerAnswer([requestCount === 1 ? order : other]))(new Request('http://shop.test/'));
      },
      [assignAddress]: problem(409, 'version-conflict', 'Somebody else has taken this meanwhile.'),
    });
    await click(user, await screen.findByRole('button', { name: 'Take order KM-7H2K-94QX' }));
    expect(await screen.findByText('Somebody else has taken this meanwhile.')).toBeVisible();
    expect(await screen.findByText('Sita Rai')).toBeVisible();
    expect(screen.queryByText('You')).toBeNull();
  });

  it('restores the row when the request fails', async () => {
    const { user } = await open({ [assignAddress]: down });
    await click(user, await screen.findByRole('button', { name: 'Take order KM-7H2K-94QX' }));
    expect(await screen.findByText('This could not be taken.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('You')).toBeNull());
    expect(screen.getByRole('button', { name: 'Take order KM-7H2K-94QX' })).toBeVisible();
  });

  it('gives a record back', async () => {
    const { reply, bodies } = recordBodies(json({ success: true, data: { ...order, version: 2 } }));
    const { user } = await open({
      [workAddress('order')]: ownerAnswer([takenOrder]),
      [assignAddress]: reply,
    });
    await click(user, await screen.findByRole('button', { name: 'Give back order KM-7H2K-94QX' }));
    expect(await screen.findByRole('button', { name: 'Take order KM-7H2K-94QX' })).toBeVisible();
    await waitFor(() => expect(bodies).toEqual([{ assignee: 'nobody', version: 1 }]));
  });

  it('shows a device in the workshop beside repairs, with its parts, minutes and cost, and no customer', async () => {
    const device = aWorkItem({
      kind: 'device',
      id: requestId(0xd1),
      title: 'Apple iPhone 12, 128 GB, Blue, …4321, parts: 2, 45 minutes, NPR 5,001',
      customer: '',
      status: 'to-repair',
      promisedAt: '2026-11-22T18:15:01.000Z',
    });
    await open({ [workAddress('device')]: ownerAnswer([device]) });
    const shown = within((await rows())[1] as HTMLElement);
    expect(shown.getByRole('link', { name: device.title })).toHaveAttribute(
      'href',
      `/admin/devices?record=${device.id}`,
    );
    for (const text of ['Device', 'To repair']) expect(shown.getByText(text)).toBeVisible();
    expect(shown.queryByText(/^for/)).not.toBeInTheDocument();
  });

  it("filters by the user's own records, in the address, and has an empty state", async () => {
    const { user, address } = await open({ [workAddress('order', 'mine=true&')]: ownerAnswer([]) });
    await rows();
    await click(user, screen.getByRole('checkbox', { name: 'Only mine' }));
    expect(address()).toBe('/admin/work?mine=yes');
    expect(await screen.findByText('You have taken nothing.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });
});
