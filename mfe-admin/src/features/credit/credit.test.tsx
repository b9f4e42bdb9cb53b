import {
  type Answers,
  aCreditAnswer,
  aCreditPosting,
  aPolicy,
  axeViolations,
  down,
  json,
  npr,
  problem,
  recordBodies,
} from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import { click, dialog, tableOf } from '../../testing/list-page.ts';
import { openPage } from '../../testing/open-page.tsx';

const customer = '66000000000000000000a0c1';
const path = `/api/admin/credit/${customer}`;
const list = `${path}?page=1&limit=20`;
const order = { id: '66000000000000000000a0d1', orderNumber: 'KM-7H2K-94QX' };
const usedCredit = aCreditPosting({
  id: 'order:o1:used',
  cause: 'order',
  reason: '',
  by: 'customer',
  order,
  amount: npr(-30_000),
  balanceAfter: npr(20_000),
});

const open = (answers: Answers = {}) =>
  openPage('/admin/credit/:customer', {
    address: `/admin/credit/${customer}`,
    answers: {
      '/api/policy': { success: true, data: aPolicy() },
      [list]: aCreditAnswer(20_000, [usedCredit, aCreditPosting()]),
      ...answers,
    },
  });
const balance = () => screen.getByText('Balance', { selector: 'dt' }).nextElementSibling?.textContent;

async function openForm(user: Awaited<ReturnType<typeof open>>['user'], button: string, title = button) {
  await click(user, await screen.findByRole('button', { name: button }));
  const form = dialog(title);
  return {
    form,
    fill: async (amount: string, reason: string) => {
      await user.clear(form.getByLabelText('Amount'));
      await user.type(form.getByLabelText('Amount'), amount);
      await user.clear(form.getByLabelText('Reason'));
      if (reason !== '') await user.type(form.getByLabelText('Reason'), reason);
    },
    submit: (name = title) => click(user, form.getByRole('button', { name })),
  };
}

/** Records keys and bodies of a request. */
function recordSent(reply: ReturnType<typeof json>) {
  const keys: (string | null)[] = [];
  const { bodies, reply: recordBody } = recordBodies(reply);
  const noteKey = (request: Request) => {
    keys.push(request.headers.get('Idempotency-Key'));
    return recordBody(request);
  };
  return { keys, bodies, reply: noteKey };
}

describe('the credit of a customer', () => {
  it('shows balance and changes, newest first, with links to their orders', async () => {
    await open();
    const rows = within(await tableOf('Changes of credit')).getAllByRole<HTMLTableRowElement>('row');
    expect(rows.slice(1).map(({ cells }) => [...cells].map(({ textContent }) => textContent))).toEqual([
      ['21 Nov 2026, 13:45by the customer', 'Used for an order', 'KM-7H2K-94QX', '-NPR 300', 'NPR 200'],
      ['21 Nov 2026, 13:45by staff', 'GoodwillIt came late.', '', '+NPR 500', 'NPR 500'],
    ]);
    expect(balance()).toBe('NPR 200');
    expect(screen.getByRole('link', { name: 'KM-7H2K-94QX' })).toHaveAttribute(
      'href',
      `/admin/dashboard?tab=checkout-orders&record=${order.id}`,
    );
    expect(await axeViolations()).toEqual([]);
  });

  it('is empty before the first change', async () => {
    await open({ [list]: aCreditAnswer(0) });
    expect(await screen.findByText('Nothing has changed the credit of this customer yet.')).toBeVisible();
    expect(balance()).toBe('NPR 0');
  });
});

describe('Give credit', () => {
  const giving = `POST ${path}/goodwill`;

  it('is within the limit of the policy, with a reason, once per form', async () => {
    const goodwill = aCreditPosting({ amount: npr(50_050), balanceAfter: npr(70_050) });
    const refused = recordSent(down);
    const { user, network } = await open({ [giving]: refused.reply });
    const { form, fill, submit } = await openForm(user, 'Give credit');
    expect(await form.findByText('At most NPR 5,000, by the policy.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await fill('5000.01', '');
    await submit();
    expect(form.getByText('This is more than the policy allows')).toBeVisible();
    expect(form.getByText('Please say why')).toBeVisible();
    await fill('500.50', ' It came late. ');
    await submit();
    expect(await form.findByText(/Trying again is safe/)).toBeVisible();
    const sent = recordSent(json({ success: true, data: goodwill }, 201));
    network.answer({ [giving]: sent.reply, [list]: aCreditAnswer(70_050, [goodwill, usedCredit]) });
    await submit();
    expect(await screen.findByText('The credit is changed. The balance is NPR 700.50.')).toBeVisible();
    await waitFor(() => expect(balance()).toBe('NPR 700.50'));
    expect(sent.bodies).toEqual([{ amount: npr(50_050), reason: 'It came late.' }]);
    expect(sent.keys).toEqual(refused.keys);
    expect(sent.keys[0]).toMatch(/^[\d-]{8,}$/);
    const next = recordSent(json({ success: true, data: goodwill }, 201));
    network.answer({ [giving]: next.reply });
    const secondForm = await openForm(user, 'Give credit');
    await secondForm.fill('1', 'Once more');
    await secondForm.submit();
    await waitFor(() => expect(next.keys).toHaveLength(1));
    expect(next.keys).not.toEqual(sent.keys);
  });

  it('keeps its key across a reload', async () => {
    const first = recordSent(down);
    const firstPage = await open({ [giving]: first.reply });
    const form = await openForm(firstPage.user, 'Give credit');
    await form.fill('5', 'It came late.');
    await form.submit();
    await form.form.findByText(/Trying again is safe/);
    firstPage.unmount();
    const second = recordSent(json({ success: true, data: aCreditPosting() }, 201));
    const { user } = await open({ [giving]: second.reply });
    const { submit } = await openForm(user, 'Give credit');
    await submit();
    await waitFor(() => expect(second.bodies).toEqual(first.bodies));
    expect(second.keys).toEqual(first.keys);
  });

  it.each(['0', '-1', '1.234', 'much'])('is not sent with "%s"', async (amount) => {
    const { user, network } = await open();
    const { form, fill, submit } = await openForm(user, 'Give credit');
    await fill(amount, 'It came late.');
    await submit();
    expect(form.getByText(/^Enter a number above zero/)).toBeVisible();
    expect(network.count(giving)).toBe(0);
  });

  it.each([
    [
      'the field that it names',
      problem(400, 'invalid-request', 'Wrong', [{ path: 'amount', message: 'Goodwill is at most NPR 1.' }]),
      'Goodwill is at most NPR 1.',
    ],
    [
      'that there is no customer',
      problem(404, 'not-found', 'There is no customer.'),
      'There is no customer.',
    ],
    [
      'that an earlier attempt had arrived',
      problem(422, 'key-reused', 'Used'),
      /^An earlier try had arrived/,
    ],
  ])('shows %s when it is refused, and keeps the input', async (_, reply, text) => {
    const { user } = await open({ [giving]: reply });
    const { form, fill, submit } = await openForm(user, 'Give credit');
    await fill('5', 'It came late.');
    await submit();
    expect(await form.findByText(text)).toBeVisible();
    expect(form.getByLabelText('Amount')).toHaveValue('5');
  });

  it('works while the limit is unknown: the service decides', async () => {
    const { user } = await open({ '/api/policy': down });
    const { form } = await openForm(user, 'Give credit');
    expect(form.queryByText(/by the policy/)).toBeNull();
    expect(form.getByRole('button', { name: 'Give credit' })).toBeEnabled();
  });
});

describe('Correct', () => {
  const correcting = `POST ${path}/corrections`;

  it('goes up or down, and asks for confirmation before it is sent, again after a change', async () => {
    const correction = aCreditPosting({
      cause: 'correction',
      amount: npr(-10_000),
      balanceAfter: npr(10_000),
    });
    const sent = recordSent(json({ success: true, data: correction }, 201));
    const { user } = await open({ [correcting]: sent.reply });
    const { form, fill, submit } = await openForm(user, 'Correct', 'Correct the credit');
    expect(form.queryByText(/by the policy/)).toBeNull();
    await fill('90000', 'Given twice');
    await submit();
    expect(form.getByRole('alert')).toHaveTextContent('NPR 90,000 is added to the credit');
    await user.selectOptions(form.getByLabelText('Direction'), 'Take from the credit');
    await fill('100', 'Given twice');
    expect(form.queryByRole('alert')).toBeNull();
    await submit();
    expect(form.getByRole('alert')).toHaveTextContent('NPR 100 is taken from the credit');
    expect(await axeViolations()).toEqual([]);
    expect(sent.bodies).toEqual([]);
    await submit('Yes, correct it');
    expect(await screen.findByText('The credit is changed. The balance is NPR 100.')).toBeVisible();
    expect(sent.bodies).toEqual([{ amount: npr(-10_000), reason: 'Given twice' }]);
  });

  it('shows the new balance when there is not enough credit', async () => {
    const details = [{ path: 'balance.amountInMinorUnits', message: '5000' }];
    const { user, network } = await open({
      [correcting]: problem(409, 'not-enough-credit', 'There is credit of NPR 50.', details),
    });
    const { form, fill, submit } = await openForm(user, 'Correct', 'Correct the credit');
    await user.selectOptions(form.getByLabelText('Direction'), 'Take from the credit');
    await fill('100', 'Given twice');
    await submit();
    network.answer({ [list]: aCreditAnswer(5_000, [usedCredit]) });
    await submit('Yes, correct it');
    expect(await form.findByText('There is credit of NPR 50.')).toBeVisible();
    await waitFor(() => expect(balance()).toBe('NPR 50'));
    expect(form.getByLabelText('Amount')).toHaveValue('100');
  });
});
