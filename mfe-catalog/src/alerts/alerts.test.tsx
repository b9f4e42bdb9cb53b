import {
  type Answers,
  aProduct,
  aUser,
  axeViolations,
  down,
  json,
  problem,
  recordBodies,
  renderPage,
} from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import AlertPage from '../features/alert/alert-page.tsx';
import { AlertButton } from './alert-button.tsx';
import { OwnAlerts } from './own-alerts.tsx';

const token = 'a'.repeat(43);
const address = `/api/alerts/${token}`;
const anAlert = (changes: object = {}) => ({
  kind: 'wish',
  subject: 'iPhone 13 Pro',
  productId: null,
  maxPrice: { amountInMinorUnits: 7_000_000, currency: 'NPR' },
  minGrade: null,
  isConfirmed: false,
  ...changes,
});
const answer = (data: unknown) => ({ success: true, data });
const acceptedReply = json(
  { success: true, message: 'Say yes in the mail.', data: { isConfirmed: false } },
  201,
);

beforeEach(() => localStorage.clear());

describe('asking for an alert', () => {
  it.each([
    [true, 'Tell me when the price drops'],
    [false, 'Tell me when it is back'],
  ])('works for a product with stock: %s, with the address of a visitor', async (inStock, label) => {
    const recorder = recordBodies(acceptedReply);
    const { user } = await renderPage(<AlertButton about={aProduct({ inStock })} look="button" />, {
      answers: { 'POST /api/alerts': recorder.reply },
    });
    await user.click(screen.getByRole('button', { name: label }));
    const dialog = within(await screen.findByRole('dialog', { name: label }));
    expect(await axeViolations()).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: 'Your email' }), 'asha@kinmel.example{Enter}');
    expect(await dialog.findByText('Say yes in the mail.')).toHaveFocus();
    expect(recorder.bodies).toEqual([
      { kind: 'product', productId: aProduct().id, email: 'asha@kinmel.example' },
    ]);
  });

  it('works for a search, with the address of the account, the lowest grade and the highest price', async () => {
    const recorder = recordBodies(acceptedReply);
    const { user } = await renderPage(<AlertButton about={{ text: 'iphone 13' }} look="button" />, {
      user: aUser(),
      answers: { 'POST /api/alerts': recorder.reply },
    });
    await user.click(screen.getByRole('button', { name: 'Tell me when there is one' }));
    const dialog = within(await screen.findByRole('dialog'));
    const grade = dialog.getByRole('combobox', { name: 'Grade' });
    expect(within(grade).getAllByRole('option')[0]).toHaveTextContent('Any');
    await user.selectOptions(grade, 'At least B: light signs of use');
    const priceField = dialog.getByRole('textbox', { name: 'At most (NPR) (optional)' });
    await user.type(priceField, '70,50{Enter}');
    expect(await dialog.findByText(/^Do you mean 7050 or 70.50\?/)).toBeVisible();
    expect(priceField).toHaveFocus();
    await user.clear(priceField);
    await user.type(priceField, '70k{Enter}');
    await dialog.findByText('Say yes in the mail.');
    const maxPrice = { amountInMinorUnits: 7_000_000, currency: 'NPR' };
    expect(recorder.bodies).toEqual([
      { kind: 'wish', email: aUser().email, text: 'iphone 13', maxPrice, minGrade: 'B' },
    ]);
    await user.click(dialog.getByText('Close'));
    await waitFor(() => expect(screen.queryByText('Say yes in the mail.')).not.toBeInTheDocument());
  });

  it.each([
    [
      'a wrong field',
      problem(400, 'invalid-request', 'No.', [{ path: 'text', message: 'Name a maker.' }]),
      'Name a maker.',
    ],
    ['too many', problem(409, 'conflict', 'There are 20 alerts.'), 'There are 20 alerts.'],
    ['no answer', down, 'Network error'],
  ])('shows an error for %s, and the form stays', async (_, reply, message) => {
    const { user } = await renderPage(<AlertButton about={{ text: 'the of' }} look="button" />, {
      user: aUser(),
      answers: { 'POST /api/alerts': reply },
    });
    await user.click(screen.getByRole('button', { name: 'Tell me when there is one' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Tell me' }));
    expect(await dialog.findByText(message)).toBeVisible();
    const text = dialog.getByRole('textbox', { name: 'What do you look for?' });
    expect(text).toHaveValue('the of');
    if (message === 'Name a maker.') expect(text).toHaveFocus();
  });
});

describe('/alerts/:token', () => {
  const open = (answers: Answers) =>
    renderPage(
      <Routes>
        <Route path="/alerts/:token" element={<AlertPage />} />
      </Routes>,
      { address: `/alerts/${token}`, answers },
    );

  it('confirms and then ends with one button each, and sends nothing before a click', async () => {
    const { user, network } = await open({
      [address]: answer(anAlert({ minGrade: 'A' })),
      [`POST ${address}/confirmation`]: answer(anAlert({ isConfirmed: true })),
      [`POST ${address}/end`]: { success: true, message: 'Ended.' },
    });
    expect(await screen.findByText('iPhone 13 Pro, at least grade A, at most NPR 70,000')).toBeVisible();
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(network.requests).toEqual([`GET ${address}`]);
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Yes, write to me' }));
    expect(await screen.findByText('Thank you. We write to you as soon as there is news.')).toBeVisible();
    expect(screen.getAllByRole('button')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'End this alert' }));
    expect(await screen.findByText(/^This alert has ended/)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('shows the product of a confirmed alert', async () => {
    const product = { kind: 'product', productId: aProduct().id, maxPrice: null, isConfirmed: true };
    await open({ [address]: answer(anAlert(product)) });
    expect(await screen.findByRole('link', { name: 'iPhone 13 Pro' })).toHaveAttribute(
      'href',
      `/productdetails?id=${aProduct().id}`,
    );
  });

  it('says that a link is unknown, and loads again after a failure', async () => {
    const { user, network } = await open({ [address]: down });
    await screen.findByText('Your alert could not be loaded. Please try again.');
    network.answer({ [address]: problem(404, 'not-found', 'Unknown.') });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^This link is not valid any more/)).toBeVisible();
  });
});

describe('the alerts of an account', () => {
  const list = (alerts: unknown) => ({ '/api/alerts': answer(alerts) });

  it('are listed, each with a button that ends it', async () => {
    const { user, network } = await renderPage(<OwnAlerts />, {
      user: aUser(),
      answers: { ...list([{ ...anAlert(), token }]), [`POST ${address}/end`]: { success: true } },
    });
    expect(await screen.findByRole('link', { name: 'iPhone 13 Pro, at most NPR 70,000' })).toHaveAttribute(
      'href',
      `/alerts/${token}`,
    );
    expect(await axeViolations()).toEqual([]);
    network.answer(list([]));
    await user.click(screen.getByRole('button', { name: 'End the alert for iPhone 13 Pro' }));
    expect(await screen.findByText(/^There are none/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Your alerts' })).toHaveFocus();
  });

  it('are loaded again after a failure', async () => {
    const { user, network } = await renderPage(<OwnAlerts />, {
      user: aUser(),
      answers: { '/api/alerts': down },
    });
    await screen.findByText('Your alerts could not be loaded. Please try again.');
    network.answer(list([]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^There are none/)).toBeVisible();
  });
});
