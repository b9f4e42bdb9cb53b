import type { ReturnAnswer } from '@kinmel/contracts';
import {
  type Answers,
  axeViolations,
  json,
  npr,
  problem,
  type RenderedPage,
  recordBodies,
} from '@kinmel/testing/page';
import { act, screen, waitFor } from '@testing-library/react';
import { click, dialog, headersOf, noteDownloads, optionsOf, rowWith } from '../../testing/list-page.ts';
import { openPage, silenceFailures } from '../../testing/open-page.tsx';
import { aReturn, newCountAddress, newCountAnswer } from '../../testing/requests.ts';

const pending = aReturn();
const received = aReturn({ status: 'received', usualSteps: ['to-send-back', 'accepted'], version: 3 });
const address = `/api/returns/${pending.id}`;
const list = '/api/returns?page=1&limit=20';
const inspection = `PUT ${address}/inspection`;
const listOf = (...returns: readonly ReturnAnswer[]) => ({
  success: true,
  data: { returns },
});
const saved = (changes: Partial<ReturnAnswer>) => json({ success: true, data: aReturn(changes) });

silenceFailures();

const open = (answers: Answers = {}, shown = pending) =>
  openPage('/admin/returns', {
    answers: {
      [list]: listOf(shown),
      [newCountAddress('return')]: newCountAnswer(0),
      [newCountAddress('return', shown.createdAt)]: newCountAnswer(0),
      ...answers,
    },
  });
const row = () => rowWith('Returns', 'Dolma Sherpa');
const openDetails = async (user: RenderedPage['user']) => {
  await click(user, (await row()).getByRole('button', { name: /^Details of/ }));
  return dialog('Return Details');
};
const dialogClosed = (name: string) =>
  waitFor(() => expect(screen.queryByRole('dialog', { name })).not.toBeInTheDocument());

describe('/admin/returns', () => {
  it('lists order, goods, refund and its destination', async () => {
    await open();
    expect(await headersOf('Returns')).toEqual([
      'ID',
      'Customer',
      'Order',
      'Goods',
      'Refund',
      'Status',
      'Submitted',
      'Actions',
    ]);
    for (const text of [
      'dolma@example.com',
      'KM-7H2K-94QX',
      '2 × Case',
      'NPR 194.40',
      'Payment',
      '21 Nov 2026',
    ])
      expect((await row()).getByText(text)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Returns' })).toBeVisible();
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Returns');
    expect(await axeViolations()).toEqual([]);
  });

  it('exports all shown columns, with the destination of the refund (F-06)', async () => {
    const columns = 'id,customer,email,phone,orderNumber,goods,reason,refundAmount,refundTo,status,submitted';
    const downloads = noteDownloads();
    const { user } = await open({
      [`/api/admin/requests/export?kind=return&status=all&columns=${encodeURIComponent(columns)}`]: () =>
        new Response('ID\r\n', { headers: { 'content-type': 'text/csv' } }),
    });
    await row();
    await click(user, screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(downloads).toEqual(['returns.csv']));
  });

  it('offers a status in the row only while there is a step', async () => {
    await open({}, aReturn({ status: 'settled', usualSteps: [] }));
    expect((await row()).getByText('Settled')).toBeVisible();
    expect((await row()).queryByRole('combobox')).not.toBeInTheDocument();
  });

  it('shows in the details each step of the refund, the photos and a link to the order', async () => {
    const { user } = await open();
    const details = await openDetails(user);
    for (const text of [
      '2 × NPR 90',
      'Not as described',
      'NPR 180',
      'NPR 14.40',
      'NPR 194.40',
      'It is blue.',
    ])
      expect(details.getByText(text)).toBeVisible();
    expect(details.getByRole('img', { name: 'Goods, 1, by the customer' })).toHaveAttribute(
      'src',
      pending.photos[0]?.path,
    );
    expect(details.getByRole('link', { name: 'KM-7H2K-94QX' })).toHaveAttribute(
      'href',
      `/admin/dashboard?tab=checkout-orders&record=${pending.orderId}`,
    );
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the steps of a return', () => {
  it.each<[Partial<ReturnAnswer>, string[], string[]]>([
    [{}, ['Pending', 'Accepted', 'Rejected', 'Cancelled'], ['Reject', 'Accept']],
    [
      { status: 'accepted', usualSteps: ['received', 'rejected', 'cancelled'] },
      ['Accepted', 'Received', 'Rejected', 'Cancelled'],
      ['Reject', 'Received'],
    ],
    [
      { status: 'received', usualSteps: ['to-send-back', 'accepted'] },
      ['Received', 'To send back', 'Accepted'],
      ['Did not come', 'Send back', 'Inspect'],
    ],
    [{ status: 'offered', usualSteps: ['received'] }, ['Offered', 'Received'], ['Inspect again']],
    [
      { status: 'to-send-back', usualSteps: ['sent-back', 'received'] },
      ['To send back', 'Sent back', 'Received'],
      ['Inspect again', 'Sent'],
    ],
    [{ status: 'sent-back', usualSteps: ['to-send-back'] }, ['Sent back', 'To send back'], ['Not sent']],
    [{ status: 'rejected', usualSteps: ['accepted'] }, ['Rejected', 'Accepted'], ['Take up again']],
  ])('are only the possible ones (%j)', async (changes, choices, steps) => {
    const { user } = await open({}, aReturn(changes));
    expect(optionsOf((await row()).getByRole('combobox'))).toEqual(choices);
    const details = await openDetails(user);
    const names = details.getAllByRole('button').map(({ textContent }) => textContent);
    expect(
      names.filter((name) =>
        /^(Reject|Accept|Received|Inspect|Did not|Take up|Inspect again|Send back|Sent|Not sent)/.test(
          name ?? '',
        ),
      ),
    ).toEqual(steps);
  });

  it('accept one from its row, without a note', async () => {
    const { reply, bodies } = recordBodies(saved({ status: 'accepted', version: 2 }));
    const { user } = await open({ [`PUT ${address}/status`]: reply });
    await act(async () => user.selectOptions((await row()).getByRole('combobox'), 'accepted'));
    await waitFor(() => expect(bodies).toEqual([{ status: 'accepted', version: 1 }]));
  });

  it('reject one only with a note, which the customer reads', async () => {
    const { reply, bodies } = recordBodies(saved({ status: 'rejected', version: 2 }));
    const { user } = await open({ [`PUT ${address}/status`]: reply });
    const details = await openDetails(user);
    await user.click(details.getByRole('button', { name: 'Reject' }));
    const form = dialog('Update Status');
    expect(form.getByLabelText('Status')).toHaveValue('rejected');
    await user.click(form.getByRole('button', { name: 'Save status' }));
    expect(await form.findByText('Please say the reason of this step in the notes.')).toBeVisible();
    expect(bodies).toEqual([]);
    await user.type(form.getByLabelText(/^Admin notes/), 'It is used.');
    await user.click(form.getByRole('button', { name: 'Save status' }));
    await dialogClosed('Update Status');
    expect(bodies).toEqual([{ status: 'rejected', adminNotes: 'It is used.', version: 1 }]);
  });
});

describe('goods that go back (SR-R5)', () => {
  const toSend = aReturn({ status: 'to-send-back', usualSteps: ['sent-back', 'received'], version: 5 });
  const send = async (note: string) => {
    const { reply, bodies } = recordBodies(
      saved({ status: 'sent-back', usualSteps: ['to-send-back'], version: 6 }),
    );
    const { user } = await open({ [`PUT ${address}/status`]: reply }, toSend);
    const details = await openDetails(user);
    await user.click(details.getByRole('button', { name: 'Sent' }));
    const form = dialog('Update Status');
    expect(form.getByText(/write the number of the parcel, or how they went/)).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Save status' }));
    expect(form.getByLabelText(/^Admin notes/)).toHaveAccessibleDescription(/enter the number of the parcel/);
    await user.type(form.getByLabelText(/^Admin notes/), note);
    expect(await axeViolations()).toEqual([]);
    await user.click(form.getByRole('button', { name: 'Save status' }));
    await dialogClosed('Update Status');
    return bodies;
  };

  it('are sent with the number of their parcel', async () => {
    expect(await send(' Parcel NP-1042 ')).toEqual([
      { status: 'sent-back', adminNotes: 'Parcel NP-1042', version: 5 },
    ]);
  });

  it('are taken back into the inspection only with a note', async () => {
    const { reply, bodies } = recordBodies(saved({ status: 'received', version: 6 }));
    const { user } = await open({ [`PUT ${address}/status`]: reply }, toSend);
    const details = await openDetails(user);
    await user.click(details.getByRole('button', { name: 'Inspect again' }));
    const form = dialog('Update Status');
    expect(form.queryByText(/number of the parcel/)).not.toBeInTheDocument();
    await user.click(form.getByRole('button', { name: 'Save status' }));
    expect(await form.findByText('Please say the reason of this step in the notes.')).toBeVisible();
    await user.type(form.getByLabelText(/^Admin notes/), 'We look at it once more.');
    await user.click(form.getByRole('button', { name: 'Save status' }));
    await dialogClosed('Update Status');
    expect(bodies).toEqual([{ status: 'received', adminNotes: 'We look at it once more.', version: 5 }]);
  });
});

describe('the inspection of a return', () => {
  const inspect = async (answers: Answers = {}) => {
    const page = await open(answers, received);
    const details = await openDetails(page.user);
    await page.user.click(details.getByRole('button', { name: 'Inspect' }));
    return { ...page, form: dialog('Inspect return') };
  };

  it('settles goods as described, and explains the effect beforehand', async () => {
    const { reply, bodies } = recordBodies(saved({ status: 'settled', version: 4 }));
    const { user, form } = await inspect({ [inspection]: reply });
    await user.click(form.getByRole('button', { name: 'Settle return' }));
    expect(form.getAllByText('Please choose one.')).toHaveLength(2);
    await user.selectOptions(form.getByLabelText('2 × Case Black'), 'write-off');
    await user.selectOptions(form.getByLabelText('Goods'), 'as-described');
    expect(
      form.getByText(/^NPR 194.40 goes back to the payment, and restocked pieces are on sale/),
    ).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(form.getByRole('button', { name: 'Settle return' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, go on' }));
    await dialogClosed('Inspect return');
    expect(bodies).toEqual([
      { lines: [{ key: 'b'.repeat(24), isRestocked: false }], photoIds: [], version: 3 },
    ]);
  });

  it('offers a lower refund with a reason and photos', async () => {
    const { reply, bodies } = recordBodies(
      saved({ status: 'offered', version: 4, offeredRefund: npr(10_050) }),
    );
    const { user, form, network } = await inspect({
      [inspection]: reply,
      'POST /api/returns/photos': problem(415, 'unsupported-type', 'This is no picture.'),
    });
    const photo = () => new File([new Uint8Array(9)], 'scratch.png', { type: 'image/png' });
    await user.upload(form.getByLabelText('Photos'), photo());
    expect(await form.findByText('scratch.png: This is no picture.')).toBeVisible();
    network.answer({
      'POST /api/returns/photos': json({ success: true, data: { photoId: '2'.repeat(32) } }, 201),
    });
    await user.upload(form.getByLabelText('Photos'), photo());
    expect(await form.findByText('scratch.png')).toBeVisible();
    await user.selectOptions(form.getByLabelText('2 × Case Black'), 'restock');
    await user.selectOptions(form.getByLabelText('Goods'), 'lower');
    await user.type(form.getByLabelText('Lower refund'), '194.40');
    await user.click(form.getByRole('button', { name: 'Offer lower refund' }));
    expect(await form.findByText('Please enter an amount below NPR 194.40.')).toBeVisible();
    expect(form.getByText('Please say in the notes why the refund is lower.')).toBeVisible();
    expect(bodies).toEqual([]);
    await user.clear(form.getByLabelText('Lower refund'));
    await user.type(form.getByLabelText('Lower refund'), '100.50');
    await user.type(form.getByLabelText(/^Admin notes/), 'There is a scratch.');
    expect(await axeViolations()).toEqual([]);
    await user.click(form.getByRole('button', { name: 'Offer lower refund' }));
    await dialogClosed('Inspect return');
    expect(bodies).toEqual([
      {
        lines: [{ key: 'b'.repeat(24), isRestocked: true }],
        offeredRefund: npr(10_050),
        photoIds: ['2'.repeat(32)],
        adminNotes: 'There is a scratch.',
        version: 3,
      },
    ]);
    expect(dialog('Return Details').getByText('NPR 100.50')).toBeVisible();
  });
});
