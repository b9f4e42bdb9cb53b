import {
  type Answers,
  aUser,
  down,
  holdReply,
  json,
  problem,
  recordBodies,
  renderPage,
} from '@kinmel/testing/page';
import { selectUser, useAppSelector } from '@kinmel/web-kit';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { submissions } from '../../testing/submissions.ts';
import type { OrderForReturn } from './return-api.ts';
import ReturnPage from './return-page.tsx';

const orderId = 'a'.repeat(24);
const [caseKey, budsKey] = ['b'.repeat(24), `${'c'.repeat(24)}/${'d'.repeat(24)}`];
const orderAddress = `/api/returns/orders/${orderId}`;
const upload = 'POST /api/returns/photos';
const submit = 'POST /api/returns';
const trackingLink = `/request-links/${'t'.repeat(43)}`;

/** Two lines for NPR 180 and 100, above the limit of free shipping. */
const anOrder = (changes: Partial<OrderForReturn> = {}): OrderForReturn => ({
  orderId,
  orderNumber: 'KM-7H2K-94QX',
  userId: '6600000000000000000000c1',
  customer: { name: 'Aarati', email: 'aarati@kinmel.example', phone: '1' },
  lines: [
    {
      key: caseKey,
      productId: caseKey,
      isProduct: true,
      name: 'Case',
      details: 'Black',
      image: '/uploads/case/640.webp',
      quantity: 2,
      unitPriceInMinorUnits: 9_000,
    },
    {
      key: budsKey,
      productId: 'c'.repeat(24),
      isProduct: true,
      name: 'Buds',
      details: '',
      image: '',
      quantity: 1,
      unitPriceInMinorUnits: 10_000,
    },
  ],
  policy: { feeInMinorUnits: 1_500, freeAboveInMinorUnits: 20_000, taxPercent: 8 },
  isShippingRefunded: true,
  left: { paymentInMinorUnits: 9_000, creditInMinorUnits: 21_240 },
  paymentMethod: 'card',
  returnUntil: '2099-12-20T06:00:00.000Z',
  problem: null,
  returned: {},
  ...changes,
});
const singleLineOrder = () => anOrder({ lines: anOrder().lines.slice(0, 1) });
const answer = (order = anOrder()) => ({ success: true, data: order });
const acceptedReply = json({ success: true, message: 'We have it.', trackingLink }, 201);

/** Like the shell, shows the page to signed-in customers only. */
const SignedIn = () => (useAppSelector(selectUser) ? <ReturnPage /> : null);
const open = (answers: Answers = {}, address = `/returns/new?order=${orderId}`) =>
  renderPage(<SignedIn />, { address, user: aUser(), answers: { [orderAddress]: answer(), ...answers } });
type Page = Awaited<ReturnType<typeof open>>;

const add = (name: string) => screen.findByRole('button', { name: `Increase quantity of ${name}` });
const send = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Send return' }));
const chooseFaulty = ({ user }: Page) => user.click(screen.getByRole('radio', { name: /^Faulty/ }));
const refundFacts = () =>
  within(screen.getByRole('region', { name: 'What comes back' }))
    .getAllByRole('definition')
    .map(({ textContent, previousSibling }) => `${previousSibling?.textContent}: ${textContent}`);
const photo = (bytes = 10, type = 'image/png') => new File([new Uint8Array(bytes)], 'case.png', { type });

afterEach(() => sessionStorage.clear());

describe('/returns/new', () => {
  it('prices the chosen pieces line by line, to the payment first or all as credit', async () => {
    const { user } = await open();
    await user.click(await add('Case'));
    // The remaining goods cost NPR 190, which is no longer above the limit.
    expect(refundFacts()).toEqual([
      '1 × Case: NPR 90',
      'Tax: NPR 7.20',
      'Free shipping no longer applies: -NPR 15',
      'Total: NPR 82.20',
      'Back to Card: NPR 82.20',
    ]);
    await user.click(await add('Buds'));
    expect(refundFacts().slice(-3)).toEqual([
      'Total: NPR 190.20',
      'Back to Card: NPR 90',
      'Shop credit: NPR 100.20',
    ]);
    await user.click(screen.getByRole('radio', { name: /^Exchange/ }));
    expect(refundFacts().slice(-2)).toEqual(['Total: NPR 190.20', 'Shop credit: NPR 190.20']);
    expect(screen.getByText('The last day is 20 December 2099.')).toBeVisible();
    expect(document.title).toBe('Return items | Kinmel');
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('sends a single line, which is preselected, with a reason, and shows the link', async () => {
    const { reply, requests: sentRequests } = submissions(acceptedReply);
    const page = await open({ [orderAddress]: answer(singleLineOrder()), [submit]: reply });
    await add('Case');
    await chooseFaulty(page);
    await send(page);
    const link = await screen.findByRole('link', { name: 'Follow your request' });
    expect(link).toHaveAttribute('href', trackingLink);
    expect(sentRequests).toEqual([
      {
        key: expect.any(String),
        body: {
          orderId,
          lines: [{ key: caseKey, quantity: 1 }],
          reason: 'faulty',
          message: '',
          refundTo: 'payment',
          photoIds: [],
        },
      },
    ]);
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('offers only pieces that are in no earlier return, and prices them after that return', async () => {
    await open({ [orderAddress]: answer(anOrder({ returned: { [caseKey]: 1, [budsKey]: 1 } })) });
    expect(await add('Case')).toBeDisabled();
    expect(screen.queryByText('Buds')).not.toBeInTheDocument();
    expect(refundFacts()).toContain('1 × Case: NPR 90');
  });

  it('requires a piece and a reason', async () => {
    const page = await open();
    await add('Case');
    await send(page);
    expect(await screen.findByText('Please choose what you return.')).toBeVisible();
    expect(screen.getByText('Please choose a reason')).toBeVisible();
    expect(page.network.count(submit)).toBe(0);
  });

  it('shows why a return is refused, and keeps the choices', async () => {
    const text = 'There is an open return of this order.';
    const page = await open({
      [orderAddress]: answer(singleLineOrder()),
      [submit]: problem(409, 'conflict', text),
    });
    await add('Case');
    await chooseFaulty(page);
    await send(page);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('radio', { name: /^Faulty/ })).toBeChecked();
  });

  it('keeps its draft in the tab, apart from those of other orders', async () => {
    const firstVisit = await open();
    await firstVisit.user.click(await add('Buds'));
    await chooseFaulty(firstVisit);
    firstVisit.unmount();
    const otherOrderId = 'e'.repeat(24);
    const otherVisit = await open(
      { [`/api/returns/orders/${otherOrderId}`]: answer(anOrder({ orderId: otherOrderId })) },
      `/returns/new?order=${otherOrderId}`,
    );
    await add('Buds');
    expect(screen.getByRole('radio', { name: /^Faulty/ })).not.toBeChecked();
    otherVisit.unmount();
    await open();
    await add('Buds');
    expect(await screen.findByText('1 × Buds')).toBeVisible();
    expect(screen.getByRole('radio', { name: /^Faulty/ })).toBeChecked();
  });

  it.each<[string, object, string]>([
    [
      'it is too old',
      answer(anOrder({ problem: 'The 30 days are over.' })),
      'KM-7H2K-94QX cannot be returned: The 30 days are over.',
    ],
    [
      'all of it is in returns',
      answer(anOrder({ returned: { [caseKey]: 2, [budsKey]: 1 } })),
      'All of KM-7H2K-94QX is in a return already.',
    ],
    ['it belongs to another customer', problem(404, 'not-found', 'No.'), 'There is no such order of yours.'],
  ])('says why nothing can be returned when %s', async (_, reply, text) => {
    await open({ [orderAddress]: reply });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Your Orders' })).toHaveAttribute('href', '/orders');
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('requires an order in its address', async () => {
    await open({}, '/returns/new');
    expect(await screen.findByText('There is no such order of yours.')).toBeVisible();
  });

  it('has a loading state, and Retry when the order could not be loaded', async () => {
    const { reply, release } = holdReply(down);
    const { user, network } = await open({ [orderAddress]: reply });
    expect(screen.getByText('Loading')).toBeInTheDocument();
    release();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    network.answer({ [orderAddress]: answer() });
    await user.click(retry);
    expect(await add('Case')).toBeVisible();
  });
});

describe('the photos of a return', () => {
  const photoInput = (number: number) =>
    screen.findByLabelText<HTMLInputElement>(new RegExp(`^Photo ${number}`));
  const storedPhoto = (photoId: string) => json({ success: true, data: { photoId } }, 201);

  it('are stored when chosen, up to four, and sent by their ids without a removed one', async () => {
    const { reply, bodies } = recordBodies(acceptedReply);
    const page = await open({ [orderAddress]: answer(singleLineOrder()), [submit]: reply });
    for (const number of [1, 2, 3, 4]) {
      page.network.answer({ [upload]: storedPhoto(String(number).repeat(32)) });
      await page.user.upload(await photoInput(number), photo());
      await screen.findByRole('img', { name: `Preview of photo ${number}` });
    }
    await waitFor(() => expect(page.network.count(upload)).toBe(4));
    expect(screen.queryByLabelText(/^Photo 5/)).not.toBeInTheDocument();
    const [, second] = screen.getAllByRole('button', { name: 'Remove photo' });
    await page.user.click(second as HTMLElement);
    await chooseFaulty(page);
    expect((await axe.run(document.body)).violations).toEqual([]);
    await send(page);
    await screen.findByText('We have your return.');
    expect(bodies).toMatchObject([{ photoIds: ['1', '3', '4'].map((digit) => digit.repeat(32)) }]);
  });

  it('stay when the session ends, and a missing one is named', async () => {
    const firstVisit = await open({
      [orderAddress]: answer(singleLineOrder()),
      [upload]: storedPhoto('1'.repeat(32)),
    });
    await firstVisit.user.upload(await photoInput(1), photo());
    await screen.findByRole('img', { name: 'Preview of photo 1' });
    const expiredSession = problem(401, 'not-signed-in', 'Please sign in to continue.');
    firstVisit.network.answer({ [upload]: expiredSession, 'POST /api/auth/refresh': expiredSession });
    const scratch = new File([new Uint8Array(10)], 'scratch.png', { type: 'image/png' });
    await firstVisit.user.upload(await photoInput(2), scratch);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Send|^Uploading/ })).toBeNull());
    firstVisit.unmount();
    const { reply, bodies } = recordBodies(acceptedReply);
    const secondVisit = await open({ [orderAddress]: answer(singleLineOrder()), [submit]: reply });
    expect(
      await screen.findByText('Your photo scratch.png was not kept. Please choose it again.'),
    ).toBeVisible();
    expect(await photoInput(1)).toHaveAccessibleDescription('case.png');
    expect((await axe.run(document.body)).violations).toEqual([]);
    await chooseFaulty(secondVisit);
    await send(secondVisit);
    await screen.findByText('We have your return.');
    expect(bodies).toMatchObject([{ photoIds: ['1'.repeat(32)] }]);
  });

  it('show their progress, block the submission until they are uploaded, and can be cancelled', async () => {
    const page = await open({
      [orderAddress]: answer(singleLineOrder()),
      [upload]: () => new Promise(() => {}),
    });
    await page.user.upload(await photoInput(1), photo());
    expect(await screen.findByRole('progressbar', { name: 'Uploading your photo: 50 %' })).toHaveValue(50);
    expect(screen.getByRole('button', { name: 'Uploading...' })).toHaveAttribute('aria-busy', 'true');
    await page.user.click(screen.getByRole('button', { name: 'Cancel upload' }));
    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Send return' })).toBeEnabled();
    expect(screen.queryByRole('img', { name: 'Preview of photo 1' })).not.toBeInTheDocument();
  });

  it.each([
    ['too large', photo(5_242_881), 'File size must be less than 5MB'],
    ['refused by the service', photo(), 'There is no room for photos.'],
  ])('show an error at their field when one is %s', async (_, file, text) => {
    const page = await open({
      [orderAddress]: answer(singleLineOrder()),
      [upload]: problem(507, 'storage-full', 'There is no room for photos.'),
    });
    fireEvent.drop(await photoInput(1), { dataTransfer: { files: [file] } });
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByRole('button', { name: 'Remove photo' })).not.toBeInTheDocument();
    expect(page.network.count(upload)).toBe(file.size > 10 ? 0 : 1);
  });
});
