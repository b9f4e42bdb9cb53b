import type { RateRecord } from '@kinmel/contracts';
import { type Answers, axeViolations, json, problem, recordBodies } from '@kinmel/testing/page';
import { screen, within } from '@testing-library/react';
import { click, dialog, tableOf } from '../../testing/list-page.ts';
import { aRate, openPage } from '../../testing/open-page.tsx';

const list = '/api/admin/rates';
const answerOf = (...rates: readonly RateRecord[]) => ({ success: true, data: rates });
const open = (answers: Answers = {}) =>
  openPage('/admin/rates', { answers: { [list]: answerOf(aRate()), ...answers } });

async function fill(user: Awaited<ReturnType<typeof open>>['user'], rate: string, reason: string) {
  await click(user, await screen.findByRole('button', { name: 'Set the rate of USD' }));
  const form = dialog('Rate of USD');
  await user.clear(form.getByLabelText('One USD in NPR'));
  await user.type(form.getByLabelText('One USD in NPR'), rate);
  if (reason !== '') await user.type(form.getByLabelText('Reason'), reason);
  await click(user, form.getByRole('button', { name: 'Set rate' }));
  return form;
}

describe('the exchange rates (CONF-01)', () => {
  it('are listed newest first, with who set them and why', async () => {
    await open({
      [list]: answerOf(
        aRate({ number: 2, shopMinorUnits: 14_010, setBy: 'Asha Rai', reason: 'Central bank' }),
        aRate(),
      ),
    });
    const table = within(await tableOf('Rates'));
    for (const text of ['NPR 140.10', 'by Asha Rai', 'Central bank', 'NPR 135', 'The first rate.'])
      expect(table.getByText(text)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('are set with a reason', async () => {
    const next = aRate({ number: 2, shopMinorUnits: 14_000 });
    const { bodies, reply } = recordBodies(json({ success: true, data: next }, 201));
    const { user } = await open({ [`POST ${list}`]: reply });
    await fill(user, '140', 'Central bank');
    expect(await screen.findByText(/^The rate is set/)).toBeVisible();
    expect(bodies).toEqual([
      { currency: 'USD', shopMinorUnits: 14_000, reason: 'Central bank', seenNumber: 1, isConfirmed: false },
    ]);
  });

  it.each(['0', '-1', '1.234', 'much', ''])('are not set to "%s"', async (rate) => {
    const { user, network } = await open();
    const form = await fill(user, rate === '' ? ' ' : rate, '');
    expect(form.getByText(/^Enter a number above zero/)).toBeVisible();
    expect(form.getByText('Please say why')).toBeVisible();
    expect(network.count(`POST ${list}`)).toBe(0);
  });

  it('need a confirmation for an unusual one', async () => {
    const question = 'One USD would be NPR 1400.00; it is NPR 135.00 now. Is that right?';
    const { bodies, reply } = recordBodies(problem(409, 'needs-confirmation', question));
    const { user } = await open({ [`POST ${list}`]: reply });
    const form = await fill(user, '1400', 'Central bank');
    expect(await form.findByText(question)).toBeVisible();
    expect(form.getByRole('button', { name: 'Set rate' })).toBeDisabled();
    await user.click(form.getByLabelText('Yes, this rate is right'));
    await click(user, form.getByRole('button', { name: 'Set rate' }));
    expect(bodies).toMatchObject([{ isConfirmed: false }, { isConfirmed: true }]);
  });
});
