import type { TrackedRequest } from '@kinmel/contracts';
import {
  type Answers,
  aPolicy,
  aUser,
  down,
  holdReply,
  json,
  npr,
  problem,
  type RenderPageOptions,
  recordBodies,
  renderPage,
  translatePage,
} from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { Route, Routes } from 'react-router-dom';
import { slotTaken, slotTakenText } from '../../testing/submissions.ts';
import { aTrackedRequest, aTrackedReturn } from '../../testing/tracked-requests.ts';
import TrackingPage from './tracking-page.tsx';

const token = 't'.repeat(43);
const address = `/api/request-links/${token}`;
const answer = (changes?: Partial<TrackedRequest>) => ({ success: true, data: aTrackedRequest(changes) });
const quoteOf = (changes: Partial<NonNullable<TrackedRequest['quote']>>) => ({
  ...(aTrackedRequest().quote as NonNullable<TrackedRequest['quote']>),
  ...changes,
});

const open = (answers: Answers, options: RenderPageOptions = {}) =>
  renderPage(
    <Routes>
      <Route path="/request-links/:token" element={<TrackingPage />} />
    </Routes>,
    {
      address: `/request-links/${token}`,
      answers: { '/api/policy': { success: true, data: aPolicy() }, ...answers },
      ...options,
    },
  );

const booking = {
  kind: 'repair-booking',
  status: 'confirmed',
  actions: ['reschedule', 'cancel'],
  quote: null,
  appointment: {
    date: '2099-11-25',
    time: '09:30',
    timeZone: 'Asia/Kathmandu',
    startsAt: '2099-11-25T03:45:00.000Z',
  },
  offered: null,
  hasPhoto: false,
} as const;

const at = '2026-11-20T06:00:00.000Z';
const receivedStep = { at, by: 'customer', what: 'status', from: null, to: 'pending', note: '' } as const;

const phoneOrder = { kind: 'phone-order', quote: null, appointment: null, offered: null } as const;

const facts = () =>
  within(screen.getByRole('region', { name: 'Status' }))
    .getAllByRole('definition')
    .map(({ textContent, previousSibling }) => `${previousSibling?.textContent}: ${textContent}`);

describe('/request-links/:token', () => {
  it('shows status, quote with expiry, history and next step, and never the token (SIL-49, CONF-01)', async () => {
    await open({ [address]: answer() });
    const state = within(await screen.findByRole('region', { name: 'Status' }));
    expect(state.getByRole('heading', { name: 'Apple iPhone 12, 128 GB, Blue' })).toBeVisible();
    for (const text of [
      'Quoted',
      '$240.00',
      'Good until 27 November 2026, 11:45 (Asia/Kathmandu)',
      'The battery is good.',
    ])
      expect(state.getByText(text)).toBeVisible();
    expect(state.getByText('Accept our quote, or decline it.')).toBeVisible();
    expect(facts()).toEqual(['You expect: $310.00', 'Condition: Good', 'Charger: Yes']);
    const steps = within(screen.getByRole('region', { name: 'What happened' })).getAllByRole('listitem');
    expect(steps.map(({ firstChild }) => firstChild?.textContent)).toEqual(['Quote: $240.00', 'Received']);
    expect(screen.getByRole('img')).toHaveAttribute('src', `${address}/photo`);
    await waitFor(() => expect(document.title).toBe('Your request | Kinmel'));
    expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('shows the facts of a phone order with total and pickup (SIL-49, NPB-05)', async () => {
    const ordered = {
      totalPrice: 89_998,
      currency: 'NPR',
      paymentMethod: 'full',
      deliveryMethod: 'pickup',
      preferredDate: '2099-11-25',
      preferredTime: '14:00',
      priority: 'express',
    } as const;
    await open({ [address]: answer({ ...phoneOrder, ordered, status: 'pending', actions: ['cancel'] }) });
    await screen.findByText('NPR 89,998');
    expect(facts()).toEqual([
      'Total: NPR 89,998',
      'Payment: Full payment',
      'Delivery: Pickup, Wednesday 25 November 2099, 14:00',
      'Priority: Express (1-2 business days)',
    ]);
  });

  it('shows a move with its date in words', async () => {
    const move = { ...receivedStep, what: 'time', from: '2099-11-24 09:00', to: '2099-11-25 09:30' } as const;
    await open({ [address]: answer({ ...booking, actions: [], history: [move] }) });
    expect(await screen.findByText('Moved to Wednesday 25 November 2099, 09:30')).toBeVisible();
  });

  it('accepts the quote that was seen', async () => {
    const { reply, bodies } = recordBodies(json(answer({ status: 'accepted', actions: [], version: 4 })));
    const { user, network } = await open({ [address]: answer(), [`POST ${address}/accept`]: reply });
    const accept = await screen.findByRole('button', { name: 'Accept quote' });
    network.answer({ [address]: answer({ status: 'accepted', actions: [], version: 4 }) });
    await user.click(accept);
    expect(await screen.findByText('Accepted')).toBeVisible();
    expect(screen.queryByText(/Good until/)).not.toBeInTheDocument();
    expect(bodies).toEqual([{ version: 3, payment: { to: 'credit' }, amountInMinorUnits: 3_402_000 }]);
    expect(screen.queryByRole('button', { name: 'Accept quote' })).not.toBeInTheDocument();
  });

  it('asks before declining, with the focus on the safe button', async () => {
    const rejectedRequest = answer({ status: 'rejected', actions: [], version: 4 });
    const { user, network } = await open({
      [address]: answer(),
      [`POST ${address}/decline`]: rejectedRequest,
    });
    await user.click(await screen.findByRole('button', { name: 'Decline quote' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Decline our quote?' }));
    expect(dialog.getByRole('button', { name: 'Keep the quote' })).toHaveFocus();
    expect(network.count(`POST ${address}/decline`)).toBe(0);
    network.answer({ [address]: rejectedRequest });
    await user.click(dialog.getByRole('button', { name: 'Decline quote' }));
    expect(await screen.findByText('You declined our offer.')).toBeVisible();
    expect(await screen.findByText('Declined')).toBeVisible();
  });

  it.each([
    ['repair-booking', 'Cancel booking', booking],
    ['phone-order', 'Cancel order', { ...phoneOrder, status: 'pending', actions: ['cancel'] }],
  ] as const)('cancels a %s after asking', async (_kind, name, changes) => {
    const before = answer({ ...changes, actions: [...changes.actions] });
    const after = answer({ ...changes, status: 'cancelled', actions: [] });
    const { user, network } = await open({ [address]: before, [`POST ${address}/cancel`]: after });
    await user.click(await screen.findByRole('button', { name }));
    network.answer({ [address]: after });
    await user.click(screen.getByRole('button', { name: 'Yes, cancel' }));
    expect(await screen.findByText('It is cancelled.')).toBeVisible();
    expect(await screen.findByText('Cancelled')).toBeVisible();
  });

  it('withdraws a sell request before its quote, after asking (SR-S7)', async () => {
    const pendingFields = { status: 'pending', quote: null, note: '' } as const;
    const before = answer({ ...pendingFields, history: [receivedStep], actions: ['cancel'] });
    const after = answer({
      ...pendingFields,
      status: 'rejected',
      history: [receivedStep, { ...receivedStep, from: 'pending', to: 'rejected' }],
      actions: [],
      version: 2,
    });
    const { user, network } = await open({ [address]: before, [`POST ${address}/cancel`]: after });
    await user.click(await screen.findByRole('button', { name: 'Withdraw request' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Withdraw your request?' }));
    expect(dialog.getByRole('button', { name: 'Keep the request' })).toHaveFocus();
    expect(network.count(`POST ${address}/cancel`)).toBe(0);
    network.answer({ [address]: after });
    await user.click(dialog.getByRole('button', { name: 'Yes, withdraw' }));
    expect(await screen.findByText('Your request is withdrawn.')).toBeVisible();
    expect(await screen.findAllByText('Withdrawn')).toHaveLength(2);
    expect(screen.queryByText('Declined')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sell your phone' })).toBeVisible();
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('shows why an answer was refused, and the current state', async () => {
    const refusal = problem(409, 'version-conflict', 'There is a newer quote.');
    const { user, network } = await open({ [address]: answer(), [`POST ${address}/accept`]: refusal });
    const accept = await screen.findByRole('button', { name: 'Accept quote' });
    const quote = quoteOf({ price: 200 });
    network.answer({ [address]: answer({ quote, version: 4 }) });
    await user.click(accept);
    expect(await screen.findByText('There is a newer quote.')).toBeVisible();
    expect(await screen.findByText('$200.00')).toBeVisible();
  });

  it('shows the agreed price of an accepted quote in the currency of the shop, not as paid', async () => {
    const quote = quoteOf({ agreed: npr(3_290_000) });
    await open({ [address]: answer({ quote, status: 'accepted', actions: [] }) });
    expect(await screen.findByText('$240.00')).toBeVisible();
    expect(screen.getByText('Agreed: NPR 32,900')).toBeVisible();
  });

  it('shows that a quote has expired, without actions', async () => {
    const quote = quoteOf({ validUntil: '2026-11-19T06:00:00.000Z', isExpired: true });
    await open({ [address]: answer({ quote, actions: [] }) });
    expect(await screen.findByText('Quote expired')).toBeVisible();
    expect(screen.getByText('Ended on 19 November 2026')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Accept quote' })).not.toBeInTheDocument();
  });

  it('shows that the link is not valid once the request is deleted, and keeps the focus in the page (SIL-49)', async () => {
    const notFound = problem(404, 'not-found', 'This link is not valid any more.');
    const { user, network } = await open({ [address]: answer(), [`POST ${address}/accept`]: notFound });
    const accept = await screen.findByRole('button', { name: 'Accept quote' });
    network.answer({ [address]: notFound });
    await user.click(accept);
    const sell = await screen.findByRole('link', { name: 'Sell your phone' });
    expect(sell).toHaveAttribute('href', '/sellyourphone');
    expect(screen.getByRole('alert')).toHaveTextContent('This link is not valid any more.');
    expect(screen.getByRole('alert').parentElement).toHaveFocus();
    expect(screen.queryByText('$240.00')).not.toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('has Retry when loading failed', async () => {
    const { user, network } = await open({ [address]: down });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    network.answer({ [address]: answer() });
    await user.click(retry);
    expect(await screen.findByText('Accept our quote, or decline it.')).toBeVisible();
  });

  it('links from an ended request to a new one', async () => {
    await open({ [address]: answer({ ...booking, status: 'cancelled', actions: [] }) });
    expect(await screen.findByRole('link', { name: 'Book another time' })).toHaveAttribute(
      'href',
      '/booking',
    );
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
    expect(screen.queryByRole('link', { name: 'Add to calendar' })).not.toBeInTheDocument();
  });

  it('has a calendar file with the UID of the mails', async () => {
    await open({ [address]: answer({ ...booking, actions: [...booking.actions], version: 4 }) });
    const link = await screen.findByRole('link', { name: 'Add to calendar' });
    expect(link).toHaveAttribute('download', 'repair-a1b2c3.ics');
    const file = decodeURIComponent(link.getAttribute('href')?.split(',').slice(1).join(',') ?? '');
    for (const line of [
      `UID:repair-booking-${'c'.repeat(18)}a1b2c3@localhost`,
      'SEQUENCE:4',
      'DTSTART:20991125T034500Z',
      'LOCATION:Kathmandu',
    ])
      expect(file.split('\r\n')).toContain(line);
    expect(file).not.toContain(token);
  });
});

describe('how an accepted quote is paid', () => {
  /** Opens a quote to accept. `expectSent` waits until one body with this payment was sent. */
  async function openQuote(quote: Parameters<typeof quoteOf>[0] = {}, options?: RenderPageOptions) {
    const { reply, bodies } = recordBodies(json(answer({ status: 'accepted', actions: [], version: 4 })));
    const page = await open(
      { [address]: answer({ quote: quoteOf(quote) }), [`POST ${address}/accept`]: reply },
      options,
    );
    const expectSent = (payment: object, amountInMinorUnits: number) =>
      waitFor(() => expect(bodies).toEqual([{ version: 3, payment, amountInMinorUnits }]));
    return { ...page, bodies, expectSent };
  }

  it('is credit with the bonus of the policy, or a payout to a wallet with its number', async () => {
    const { user, bodies, expectSent } = await openQuote();
    expect(await screen.findByRole('radio', { name: /^Shop credit: NPR 34,020/ })).toBeChecked();
    expect(screen.getByText('5 % more, for your next order')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: /^Payout: NPR 32,400/ }));
    expect(screen.getByRole('radio', { name: /^Cash/ })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: /^eSewa/ }));
    expect((await axe.run(document.body)).violations).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Accept quote' }));
    const account = screen.getByLabelText('Number of your wallet');
    await waitFor(() =>
      expect(account).toHaveAccessibleDescription('Please enter the number of your account.'),
    );
    expect(account).toHaveFocus();
    expect(bodies).toEqual([]);
    await user.type(account, '9801234567');
    await user.click(screen.getByRole('button', { name: 'Accept quote' }));
    await expectSent({ to: 'payout', method: 'esewa', account: '9801234567' }, 3_240_000);
  });

  it('is chosen and accepted on a page that a browser translates', async () => {
    const { user, network } = await open({ [address]: answer() });
    await user.click(await screen.findByRole('radio', { name: /^Payout/ }));
    await user.click(screen.getByRole('radio', { name: /^Bank/ }));
    translatePage();
    await user.click(screen.getByRole('radio', { name: /^eSewa/ }));
    await user.type(screen.getByLabelText('Number of your wallet'), '9801234567');
    const acceptedRequest = answer({ status: 'accepted', actions: [] });
    network.answer({ [`POST ${address}/accept`]: json(acceptedRequest), [address]: acceptedRequest });
    translatePage();
    await user.click(screen.getByRole('button', { name: 'Accept quote' }));
    expect(await screen.findByText(/^Bring your phone to the shop or send it/)).toBeVisible();
  });

  it('is cash after the number of a wallet was missing', async () => {
    const { user, expectSent } = await openQuote();
    await user.click(await screen.findByRole('radio', { name: /^Payout/ }));
    await user.click(screen.getByRole('radio', { name: /^eSewa/ }));
    await user.click(screen.getByRole('button', { name: 'Accept quote' }));
    await screen.findByText('Please enter the number of your account.');
    await user.click(screen.getByRole('radio', { name: /^Cash/ }));
    await user.click(screen.getByRole('button', { name: 'Accept quote' }));
    await expectSent({ to: 'payout', method: 'cash', account: '' }, 3_240_000);
  });

  it('is a payout without an account, which credit needs', async () => {
    const { user, expectSent } = await openQuote({ canBeCredit: false });
    expect(
      await screen.findByText(
        /^Shop credit: NPR 34,020 \(5 % more, for your next order\) needs an account\./,
      ),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
    expect(screen.queryByRole('radio', { name: /^Shop credit/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Accept quote' }));
    await expectSent({ to: 'payout', method: 'cash', account: '' }, 3_240_000);
  });

  it('is credit for the account of a signed-in holder of the link, who chooses it', async () => {
    const { user, expectSent } = await openQuote({ canBeCredit: false }, { user: aUser() });
    await user.click(await screen.findByRole('radio', { name: /^Shop credit: NPR 34,020/ }));
    await user.click(screen.getByRole('button', { name: 'Accept quote' }));
    await expectSent({ to: 'credit' }, 3_402_000);
  });

  it('can be chosen without a rate, and then has no sums', async () => {
    await open({ [address]: answer({ quote: quoteOf({ pays: null }) }) });
    expect(await screen.findByRole('radio', { name: /^Shop credit/ })).toBeChecked();
    expect(screen.queryByText(/NPR/)).not.toBeInTheDocument();
  });

  it.each([
    ['credit', null, '', 'Agreed: NPR 34,020 as shop credit'],
    ['payout', 'khalti', '4567', 'Agreed: NPR 34,020, by Khalti …4567'],
    ['payout', 'bank', '7890', 'Agreed: NPR 34,020, to your bank account …7890'],
    ['payout', 'cash', '', 'Agreed: NPR 34,020, in cash at the shop'],
  ] as const)('is shown after the choice of %s %s', async (to, method, accountLastFour, text) => {
    const payment = { to, method, amount: npr(3_402_000), accountLastFour };
    await open({ [address]: answer({ quote: quoteOf({ payment }), status: 'accepted', actions: [] }) });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it.each([
    ['accepted', {}],
    ['completed', { offered: { ...aTrackedRequest().offered, isSettled: true } as never }],
  ] as const)('is changed while it is %s (SR-S17)', async (status, changes) => {
    const { reply, bodies } = recordBodies(json(answer({ ...changes, status, version: 5, actions: [] })));
    const payment = {
      to: 'payout',
      method: 'khalti',
      amount: npr(3_402_000),
      accountLastFour: '4567',
    } as const;
    const { user } = await open({
      [address]: answer({ ...changes, quote: quoteOf({ payment }), status, actions: [], version: 4 }),
      [`POST ${address}/accept`]: reply,
    });
    await user.click(await screen.findByRole('button', { name: 'Change the payout' }));
    await user.click(screen.getByRole('radio', { name: /^Bank/ }));
    await user.type(screen.getByLabelText('Bank and account number'), 'Nabil 00123456789');
    await user.click(screen.getByRole('button', { name: 'Change the payout' }));
    expect(await screen.findByText('It is changed. You get a mail of it.')).toBeVisible();
    expect(bodies).toMatchObject([
      { version: 4, payment: { to: 'payout', method: 'bank', account: 'Nabil 00123456789' } },
    ]);
  });

  it('is not changed any more once it is paid (SR-S17)', async () => {
    const payment = {
      to: 'payout',
      method: 'khalti',
      amount: npr(3_402_000),
      accountLastFour: '4567',
    } as const;
    const quote = quoteOf({ payment });
    const settledOffer = { ...aTrackedRequest().offered, isSettled: true, isPaid: true } as never;
    await open({ [address]: answer({ quote, offered: settledOffer, status: 'completed', actions: [] }) });
    expect(await screen.findByText(/4567/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Change the payout' })).not.toBeInTheDocument();
  });

  const receivedOffer = { ...aTrackedRequest().offered, isReceived: true } as TrackedRequest['offered'];
  const unpaid = { ...receivedOffer, isSettled: false } as NonNullable<TrackedRequest['offered']>;
  const sentBackOffer = {
    ...receivedOffer,
    isReceived: false,
    sentBack: { at: receivedStep.at, note: 'Parcel 12' },
  } as TrackedRequest['offered'];
  const paid = (to: 'credit' | 'payout') => ({
    offered: { ...receivedOffer, isSettled: true } as TrackedRequest['offered'],
    quote: quoteOf({
      payment: {
        to,
        method: null,
        amount: npr(1),
        accountLastFour: '',
      },
    }),
  });

  it.each<[string, Partial<TrackedRequest>, string, RegExp]>([
    ['waits for the phone', { status: 'accepted' }, 'Accepted', /^Bring your phone to the shop or send it/],
    [
      'has it',
      { status: 'accepted', offered: receivedOffer },
      'With us',
      /inspect your phone within one business day/,
    ],
    [
      'gives credit',
      { status: 'completed', ...paid('credit') },
      'Completed',
      /We add the credit to your account/,
    ],
    ['pays', { status: 'completed', ...paid('payout') }, 'Completed', /We pay you next/],
    [
      'does not pay it, and sent it back',
      {
        ...paid('payout'),
        status: 'completed',
        offered: { ...sentBackOffer, isSettled: true } as NonNullable<TrackedRequest['offered']>,
      },
      'Closed',
      /^We sent your phone back to you, and paid nothing for it\.$/,
    ],
    [
      'closed it by hand',
      { status: 'completed', offered: { ...unpaid, isReceived: false } },
      'Closed',
      /closed this request without payment\.$/,
    ],
    [
      'closed it and has it',
      { status: 'completed', offered: unpaid },
      'Closed',
      /sends your phone back to you\.$/,
    ],
    [
      'declined',
      { status: 'rejected', offered: receivedOffer },
      'Declined',
      /send your phone back to you within two/,
    ],
    ['sent it back', { status: 'rejected', offered: sentBackOffer }, 'Parcel 12', /^We sent your phone back/],
    [
      'got no answer to the new quote',
      { status: 'quoted', offered: receivedOffer, quote: quoteOf({ isExpired: true }) },
      'Quote expired',
      /ended without your answer\. We send your phone back/,
    ],
  ])('is shown with the next step when the shop %s', async (_, changes, name, next) => {
    await open({ [address]: answer({ ...changes, actions: [], history: [receivedStep] }) });
    expect(await screen.findByText(name)).toBeVisible();
    expect(screen.getByText(next)).toBeVisible();
  });

  it('has no price after it was rejected, and shows the note of the shop in its history once', async () => {
    const step = {
      at: receivedStep.at,
      by: 'shop',
      what: 'status',
      from: 'rejected',
      to: 'rejected',
    } as const;
    const note = 'Your phone went back to you: Parcel 12';
    await open({
      [address]: answer({
        status: 'rejected',
        offered: sentBackOffer,
        actions: [],
        history: [receivedStep, { ...step, note }],
      }),
    });
    expect(await screen.findAllByText(note)).toHaveLength(1);
    expect(screen.queryByText('$240.00')).not.toBeInTheDocument();
  });

  it('is "Closed" in its history too when the shop completed it without payment', async () => {
    const step = { ...receivedStep, by: 'admin', from: 'pending', to: 'completed' } as const;
    await open({
      [address]: answer({ status: 'completed', offered: unpaid, actions: [], history: [receivedStep, step] }),
    });
    expect(await screen.findAllByText('Closed')).toHaveLength(2);
    expect(screen.queryByText('Completed')).not.toBeInTheDocument();
  });

  it('shows where to bring an accepted phone, until it has arrived', async () => {
    await open({ [address]: answer({ status: 'accepted', actions: [] }) });
    expect(await screen.findByText('Kathmandu.')).toBeVisible();
    expect(screen.getByText(/write the number a1b2c3 on the parcel/)).toBeVisible();
  });

  it('shows a lower quote with its reason and photos, and the phone is sent back after a refusal', async () => {
    const shownAnswer = answer({
      offered: receivedOffer,
      quote: quoteOf({ price: 200, photos: ['/api/passport/t/photos/1'] }),
    });
    const after = answer({ offered: receivedOffer, status: 'rejected', actions: [], version: 4 });
    const { user, network } = await open({ [address]: shownAnswer, [`POST ${address}/decline`]: after });
    expect(await screen.findByText('New quote')).toBeVisible();
    expect(screen.getByText('The battery is good.')).toBeVisible();
    expect(screen.getByText(/Without an answer by its end, we send it back too\./)).toBeVisible();
    expect(screen.getByRole('img', { name: 'Your phone, as we inspected it, 1' })).toHaveAttribute(
      'src',
      '/api/passport/t/photos/1',
    );
    expect((await axe.run(document.body)).violations).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Decline quote' }));
    network.answer({ [address]: after });
    const dialog = within(screen.getByRole('dialog', { name: 'Decline our quote?' }));
    await user.click(dialog.getByRole('button', { name: 'Send my phone back' }));
    expect(await screen.findByText('You declined our offer. We send your phone back to you.')).toBeVisible();
  });
});

describe('a return', () => {
  const shownAnswer = (changes?: Partial<TrackedRequest>) => ({
    success: true,
    data: aTrackedReturn(changes),
  });

  it('shows the refund step by step, the lower offer with its reason, and the photos of both', async () => {
    await open({ [address]: shownAnswer() });
    expect(await screen.findByText('There is a scratch.')).toBeVisible();
    expect(facts()).toEqual([
      'Order: KM-7H2K-94QX',
      'Reason: Faulty',
      '1 × Case: NPR 90',
      'Tax: NPR 7.20',
      'Refund: NPR 97.20',
      'Lower refund: NPR 50',
      'To: Shop credit',
    ]);
    expect(screen.getByText('Accept it, or get the goods back.')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Yours, 1' })).toHaveAttribute(
      'src',
      '/api/request-links/t/photos/1',
    );
    expect(screen.getByRole('img', { name: 'Ours, 2' })).toBeVisible();
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it.each(['rejected', 'to-send-back', 'sent-back', 'cancelled'])(
    'shows no refund in the state %s, which has none',
    async (status) => {
      await open({ [address]: shownAnswer({ status, actions: [] }) });
      await screen.findByText('KM-7H2K-94QX');
      expect(facts()).toEqual(['Order: KM-7H2K-94QX', 'Reason: Faulty']);
    },
  );

  it.each([
    ['pending', 'Received', 'We answer within one business day.'],
    ['accepted', 'Accepted', /the number of this return on the parcel/],
    ['received', 'With us', 'We inspect the goods within two business days.'],
    ['settled', 'Settled', /We refund you next/],
    ['sent-back', 'Sent back', 'The goods come back to you.'],
  ])('shows the next step in the state %s', async (status, name, next) => {
    await open({ [address]: shownAnswer({ status, actions: [] }) });
    expect(await screen.findByText(name, { selector: '[class*=chip], [class*=chip] *' })).toBeVisible();
    expect(screen.getByText(next)).toBeVisible();
  });

  it.each([
    [
      'Accept refund',
      'Accept the lower refund?',
      'Accept refund',
      'accept',
      'Thank you! We refund you next, and write when it is done.',
    ],
    [
      'Decline refund',
      'Decline the lower refund?',
      'Send the goods back',
      'decline',
      'You declined the lower refund. We send the goods back to you.',
    ],
  ])('asks before %s, and sends the version that was seen', async (button, title, yes, action, done) => {
    const { reply, bodies } = recordBodies(json(shownAnswer({ status: 'settled', actions: [] })));
    const { user } = await open({ [address]: shownAnswer(), [`POST ${address}/${action}`]: reply });
    await user.click(await screen.findByRole('button', { name: button }));
    const dialog = within(screen.getByRole('dialog', { name: title }));
    expect(dialog.getByRole('button', { name: 'Not yet' })).toHaveFocus();
    expect(bodies).toEqual([]);
    await user.click(dialog.getByRole('button', { name: yes }));
    expect(await screen.findByText(done)).toBeVisible();
    expect(bodies).toEqual([{ version: 3 }]);
  });

  it('can be cancelled before the goods arrive, after a confirmation', async () => {
    const after = shownAnswer({ status: 'cancelled', actions: [] });
    const { user, network } = await open({
      [address]: shownAnswer({ status: 'pending', actions: ['cancel'] }),
      [`POST ${address}/cancel`]: after,
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel return' }));
    network.answer({ [address]: after });
    await user.click(
      within(screen.getByRole('dialog', { name: 'Cancel this return?' })).getByRole('button', {
        name: 'Yes, cancel',
      }),
    );
    expect(await screen.findByText('Your return is cancelled.')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Your Orders' })).toHaveAttribute('href', '/orders');
  });
});

describe('rescheduling a repair', () => {
  const before = answer({ ...booking, actions: [...booking.actions] });
  const slots = (date: string) => ({
    [`/api/bookings/slots?date=${date}`]: {
      success: true,
      data: {
        date,
        timeZone: 'Asia/Kathmandu',
        slots: [
          { time: '09:30', free: 2 },
          { time: '10:00', free: 0 },
          { time: '10:30', free: 1 },
        ],
      },
    },
  });
  const openForm = async (answers: Answers = {}) => {
    const page = await open({ [address]: before, ...slots('2099-11-25'), ...answers });
    await page.user.click(await screen.findByRole('button', { name: 'Change the time' }));
    const form = within(screen.getByRole('form', { name: 'Another time' }));
    return { ...page, form, save: () => page.user.click(form.getByRole('button', { name: 'Move booking' })) };
  };

  it('chooses a slot and shows the new appointment (SIL-40, SIL-49)', async () => {
    const movedBooking = answer({
      ...booking,
      actions: [...booking.actions],
      appointment: { ...booking.appointment, time: '10:30' },
      version: 4,
    });
    const heldReply = holdReply(json(movedBooking));
    const { reply, bodies } = recordBodies(heldReply.reply);
    const { user, form, save, network } = await openForm({ [`POST ${address}/reschedule`]: reply });
    expect(form.getByLabelText('Date')).toHaveFocus();
    expect(form.getByLabelText('Date')).toHaveValue('2099-11-25');
    await user.click(await form.findByRole('button', { name: '10:30' }));
    expect((await axe.run(document.body)).violations).toEqual([]);
    network.answer({ [address]: movedBooking });
    await save();
    const busy = screen.getByRole('button', { name: 'Moving...' });
    expect(busy).toHaveAttribute('aria-busy', 'true');
    heldReply.release();
    expect(await screen.findByText('Your repair has a new time.')).toBeVisible();
    expect(await screen.findByText('Wednesday 25 November 2099, 10:30 (Asia/Kathmandu)')).toBeVisible();
    expect(bodies).toEqual([{ date: '2099-11-25', time: '10:30' }]);
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
  });

  it('shows a taken slot at its field with the nearest free ones', async () => {
    const { user, form, save, network } = await openForm({
      [`POST ${address}/reschedule`]: slotTaken('2099-11-26 09:30'),
      ...slots('2099-11-26'),
    });
    await user.click(await form.findByRole('button', { name: '10:30' }));
    await save();
    const time = form.getByLabelText('Time');
    await waitFor(() => expect(time).toHaveAccessibleDescription(slotTakenText));
    expect(time).toHaveFocus();
    await user.click(form.getByRole('button', { name: 'Thursday 26 November 2099, 09:30' }));
    expect(form.getByLabelText('Date')).toHaveValue('2099-11-26');
    network.answer({ [`POST ${address}/reschedule`]: before });
    await save();
    expect(await screen.findByText('Your repair has a new time.')).toBeVisible();
  });

  it('requires a different time', async () => {
    const { form, save, network } = await openForm();
    await save();
    const text = 'This is the time of your booking already';
    expect(form.getByLabelText('Time')).toHaveAccessibleDescription(text);
    expect(form.getByLabelText('Time')).toHaveFocus();
    expect(network.count(`POST ${address}/reschedule`)).toBe(0);
  });

  it.each([
    ['there is no response', down, 'Your booking could not be moved. Please try again.'],
    ['the repair has begun', problem(409, 'conflict', 'Your repair has begun.'), 'Your repair has begun.'],
  ])('shows an error when %s, and keeps the chosen slot', async (_, refusal, text) => {
    const { user, form, save } = await openForm({ [`POST ${address}/reschedule`]: refusal });
    await user.click(await form.findByRole('button', { name: '10:30' }));
    await save();
    expect(await form.findByText(text)).toBeVisible();
    expect(form.getByLabelText('Time')).toHaveValue('10:30');
  });

  it('can be closed, with the focus back on its button', async () => {
    const { user, form } = await openForm();
    await user.click(form.getByRole('button', { name: 'Keep the time' }));
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Change the time' })).toHaveFocus();
  });
});
