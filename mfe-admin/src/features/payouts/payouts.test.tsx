import type { Payout } from '@kinmel/contracts';
import { type Answers, aUser, axeViolations, json, npr, problem, recordBodies } from '@kinmel/testing/page';
import { screen, waitFor } from '@testing-library/react';
import { click, dialog, headersOf, rowWith, tableOf } from '../../testing/list-page.ts';
import { openPage, silenceFailures } from '../../testing/open-page.tsx';
import { requestId } from '../../testing/requests.ts';

const id = requestId(0xf3a91c);
const aPayout = (changes: Partial<Payout> = {}): Payout => ({
  id,
  reference: 'f3a91c',
  subject: 'Apple iPhone 12, 128 GB, Blue',
  customer: { name: 'Aarati Gurung', email: 'aarati@example.com' },
  amount: npr(3_240_000),
  method: 'esewa',
  account: '9801234567',
  status: 'due',
  needsApproval: false,
  approvedBy: null,
  paidBy: null,
  paymentReference: '',
  proof: null,
  createdAt: '2026-11-21T06:00:00.000Z',
  paidAt: null,
  version: 1,
  ...changes,
});
const largePayout = aPayout({
  id: requestId(2),
  reference: '000002',
  amount: npr(12_000_000),
  needsApproval: true,
});
const list = (query = '') => `/api/admin/payouts?page=1&limit=20${query}`;
const answerOf = (...payouts: readonly Payout[]) => ({
  success: true,
  data: { payouts },
});
const savedAnswer = (changes: Partial<Payout>) => json({ success: true, data: aPayout(changes) });

silenceFailures();

const open = (answers: Answers = {}) =>
  openPage('/admin/payouts', {
    answers: {
      [list()]: answerOf(aPayout(), largePayout),
      ...answers,
    },
  });
const dialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

async function openForm(button: string, title: string, answers: Answers = {}) {
  const page = await open(answers);
  await click(page.user, await screen.findByRole('button', { name: button }));
  const form = dialog(title);
  return {
    ...page,
    form,
    submit: (name: string) => click(page.user, form.getByRole('button', { name })),
  };
}

describe('/admin/payouts', () => {
  it('lists request, customer, sum, method and state, with the next step of each', async () => {
    const paid = aPayout({
      id: requestId(3),
      reference: '000003',
      status: 'paid',
      paidBy: 'Asha Rai',
      paidAt: '2026-11-22T06:00:00.000Z',
      paymentReference: 'TX-77',
      proof: '/api/admin/payouts/3/proof',
      version: 2,
    });
    await open({ [list()]: answerOf(aPayout(), largePayout, paid) });
    expect(await headersOf('Payouts')).toEqual([
      'Cause',
      'Paid for',
      'Customer',
      'Amount',
      'To',
      'Status',
      'Four eyes',
      'Since',
      'Payment',
    ]);
    const row = await rowWith('Payouts', 'f3a91c');
    for (const text of ['aarati@example.com', 'NPR 32,400', 'eSewa', '9801234567', 'Due', '21 Nov 2026'])
      expect(row.getByText(text)).toBeVisible();
    expect(row.getByRole('link')).toHaveAttribute('href', `/admin/dashboard?tab=sell-requests&record=${id}`);
    expect(row.getByRole('button', { name: 'Pay payout f3a91c' })).toBeVisible();
    expect(row.getByText('Trade-in')).toBeVisible();
    const other = await rowWith('Payouts', '000002');
    expect(other.getByText('Needs approval')).toBeVisible();
    expect(other.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    const last = await rowWith('Payouts', '000003');
    for (const text of ['Asha Rai', '22 Nov 2026', 'TX-77']) expect(last.getByText(text)).toBeVisible();
    expect(last.getByRole('link', { name: 'Receipt of payout 000003' })).toHaveAttribute(
      'href',
      '/api/admin/payouts/3/proof',
    );
    expect(last.queryByRole('button')).not.toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
  });

  it('filters by status on the server, and has an empty state', async () => {
    const { user, address } = await open({ [list('&status=paid')]: answerOf() });
    await tableOf('Payouts');
    await user.selectOptions(screen.getByLabelText('Status'), 'paid');
    expect(await screen.findByText('No payouts found')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/admin/payouts?status=paid'));
  });
});

const payment = `POST /api/admin/payouts/${id}/payment`;

describe('a payout', () => {
  it('is paid with the reference of its transfer and a photo of the receipt', async () => {
    const { reply, bodies } = recordBodies(savedAnswer({ status: 'paid', paidBy: 'Asha Rai', version: 2 }));
    const { user, form, submit } = await openForm('Pay payout f3a91c', 'Pay payout', {
      [payment]: reply,
      'POST /api/admin/payouts/proofs': json({ success: true, data: { photoId: 'a'.repeat(32) } }),
    });
    expect(form.getByText(/to Aarati Gurung, eSewa 9801234567, for Apple iPhone 12/)).toBeVisible();
    await submit('Record payment');
    const reference = form.getByLabelText('Reference of the payment');
    expect(reference).toHaveAccessibleDescription(/^Please enter the reference of the transfer\./);
    expect(bodies).toEqual([]);
    await user.type(reference, 'TX-77');
    await user.upload(
      form.getByLabelText('Receipt (optional)'),
      new File(['slip'], 'slip.png', { type: 'image/png' }),
    );
    expect(await form.findByText('slip.png')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await submit('Record payment');
    await dialogClosed();
    expect(bodies).toEqual([{ version: 1, paymentReference: 'TX-77', proofId: 'a'.repeat(32) }]);
    expect((await rowWith('Payouts', 'f3a91c')).getByText('Paid')).toBeVisible();
  });

  it('of a large sum explains that one person approves it and another one pays it', async () => {
    const { reply, bodies } = recordBodies(
      json({
        success: true,
        data: { ...largePayout, status: 'approved', approvedBy: 'Asha Rai', version: 2 },
      }),
    );
    const { form, submit } = await openForm('Approve payout 000002', 'Approve payout', {
      [`POST /api/admin/payouts/${largePayout.id}/approval`]: reply,
    });
    expect(
      await form.findByText(/^Four eyes for a sum like this: one person approves, another one pays\./),
    ).toBeVisible();
    await submit('Approve');
    await dialogClosed();
    expect(bodies).toEqual([{ version: 1 }]);
    const row = await rowWith('Payouts', '000002');
    expect(row.getByText('Approved by Asha Rai')).toBeVisible();
    expect(row.getByRole('button', { name: 'Pay payout 000002' })).toBeVisible();
  });

  it("shows the server's refusal to the person who approved it", async () => {
    const text = 'Another person than the one who approved it pays.';
    const cash = answerOf(aPayout({ method: 'cash', account: '' }));
    const { form, submit } = await openForm('Pay payout f3a91c', 'Pay payout', {
      [list()]: cash,
      [payment]: problem(409, 'conflict', text),
    });
    await submit('Record payment');
    expect(await form.findByText(text)).toBeVisible();
  });

  it('that another user changed shows its new state, and keeps the reference', async () => {
    const { user, form, submit } = await openForm('Pay payout f3a91c', 'Pay payout', {
      [payment]: problem(409, 'version-conflict', 'It was changed.'),
      // In its new state it may be on another page of the list, or no longer match the filter.
      [`/api/admin/payouts/${id}`]: savedAnswer({ status: 'paid', version: 2 }),
    });
    await user.type(form.getByLabelText('Reference of the payment'), 'TX-77');
    await submit('Record payment');
    expect(await form.findByRole('row', { name: 'Status Paid Due' })).toBeVisible();
    expect(form.getByLabelText('Reference of the payment')).toHaveValue('TX-77');
  });
});

describe('a payout that is due', () => {
  it('is stopped with a reason, and taken up again', async () => {
    const stopped = recordBodies(
      savedAnswer({ status: 'stopped', stopReason: 'The phone is stolen.', version: 2 }),
    );
    const resumed = recordBodies(savedAnswer({ version: 3 }));
    const { user, form, submit } = await openForm('Stop payout f3a91c', 'Stop payout', {
      [`POST /api/admin/payouts/${id}/stop`]: stopped.reply,
      [`POST /api/admin/payouts/${id}/resumption`]: resumed.reply,
    });
    await submit('Stop payout');
    expect(form.getByLabelText('Reason')).toHaveAccessibleDescription(/Please say why/);
    await user.type(form.getByLabelText('Reason'), 'The phone is stolen.');
    await submit('Stop payout');
    await dialogClosed();
    expect(stopped.bodies).toEqual([{ version: 1, reason: 'The phone is stolen.' }]);
    const row = await rowWith('Payouts', 'f3a91c');
    expect(row.getByText('The phone is stolen.')).toBeVisible();
    expect(row.queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
    await click(user, row.getByRole('button', { name: 'Resume payout f3a91c' }));
    await click(user, dialog('Take payout up again').getByRole('button', { name: 'Take payout up again' }));
    await dialogClosed();
    expect(resumed.bodies).toEqual([{ version: 2 }]);
  });

  it('is ended when its phone goes back, and shows the reason without a step', async () => {
    const ended = aPayout({ status: 'ended', stopReason: 'The phone is stolen.' });
    await open({ [list()]: answerOf(ended) });
    const row = await rowWith('Payouts', 'f3a91c');
    expect(row.getByText('The phone is stolen.')).toBeVisible();
    expect(row.queryByRole('button', { name: /payout f3a91c$/ })).not.toBeInTheDocument();
  });

  it('of credit needs no reference, and the only staff member enters the password, which no draft stores', async () => {
    const credit = aPayout({
      cause: 'correction',
      method: 'credit',
      status: 'approved',
      needsApproval: true,
      approvedBy: 'Asha Rai',
      amount: npr(-12_000_000),
      subject: 'Correction of credit: A mistake.',
    });
    const { reply, bodies } = recordBodies(
      json({
        success: true,
        data: { ...credit, status: 'paid', secondApproval: 'same-person-password', version: 2 },
      }),
    );
    const { user, form, submit } = await openForm('Pay payout f3a91c', 'Pay payout', {
      [list()]: answerOf(credit),
      [payment]: reply,
    });
    expect((await rowWith('Payouts', 'f3a91c')).queryByRole('link')).not.toBeInTheDocument();
    expect(form.queryByLabelText(/^Reference|^Receipt/)).not.toBeInTheDocument();
    await user.type(form.getByLabelText(/^Your password/), 'Admin123');
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Admin123');
    await submit('Record payment');
    await dialogClosed();
    expect(bodies).toEqual([{ version: 1, paymentReference: '', proofId: null, password: 'Admin123' }]);
    expect((await rowWith('Payouts', 'f3a91c')).getByText('confirmed by password')).toBeVisible();
  });
});

it('shows no steps of a payout to support, and no page to the workshop', async () => {
  const answers = { [list()]: answerOf(aPayout(), largePayout) };
  const page = await openPage('/admin/payouts', {
    answers,
    user: aUser({ role: 'admin', staffRoles: ['support'] }),
  });
  expect((await rowWith('Payouts', 'f3a91c')).queryByRole('button')).toBeNull();
  page.unmount();
  await openPage('/admin/payouts', { answers, user: aUser({ role: 'admin', staffRoles: ['workshop'] }) });
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible();
});
