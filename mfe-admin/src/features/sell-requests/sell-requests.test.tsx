import type { SellRequestAnswer } from '@kinmel/contracts';
import {
  type Answers,
  aUser,
  axeViolations,
  down,
  holdReply,
  json,
  problem,
  type RenderedPage,
  recordBodies,
} from '@kinmel/testing/page';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { newRecordsEveryMs } from '../../lists/records/new-records.tsx';
import { aDevice } from '../../testing/devices.ts';
import {
  click,
  dialog,
  headersOf,
  noteDownloads,
  optionsOf,
  rowWith,
  tableOf,
} from '../../testing/list-page.ts';
import { admin, openPage, silenceFailures } from '../../testing/open-page.tsx';
import {
  aSellRequest,
  newCountAddress,
  newCountAnswer,
  requestId,
  sellRequestsAnswer,
} from '../../testing/requests.ts';

const list = (query = '') => `/api/sell-phone/requests?page=1&limit=20${query}`;
const request = aSellRequest();
const address = `/api/sell-phone/request/${request.id}`;
const since = request.createdAt;
const countAddress = newCountAddress('sell-request', since);

const statusNames = ['Pending', 'Reviewed', 'Quoted', 'Accepted', 'Rejected', 'Completed'];
silenceFailures();

const open = (answers: Answers = {}, at = '/admin/dashboard', user = admin) =>
  openPage('/admin/dashboard', {
    address: at,
    user,
    answers: {
      [list()]: sellRequestsAnswer([request]),
      [countAddress]: newCountAnswer(0),
      ...answers,
    },
  });

const table = () => tableOf('Sell phone requests');
const rowOf = (name = request.fullName) => rowWith('Sell phone requests', name);
const press = async (user: RenderedPage['user'], name: RegExp | string) =>
  click(user, (await rowOf()).getByRole('button', { name }));

describe('the tab Sell Phone Requests', () => {
  it('shows ten columns for each request, with a short id (AGEN-01, ASELL-04, ASELL-05, ASELL-25, AENT-01, AENT-03)', async () => {
    await open();
    await table();
    expect(await headersOf('Sell phone requests')).toEqual([
      'ID',
      'Customer',
      'Contact',
      'Phone details',
      'Color',
      'Image',
      'Expected price',
      'Status',
      'Submitted',
      'Actions',
    ]);
    const row = await rowOf();
    for (const text of [
      'f3a91c',
      'aarati@example.com',
      '+977 980 555 0147',
      'Apple iPhone 12',
      '128 GB, good',
      'Blue',
      '$310.00',
      'Pending',
      '21 Nov 2026',
    ])
      expect(row.getByText(text)).toBeVisible();
    for (const name of [/^View/, /^Quote/, /^Status/, /^Delete/])
      expect(row.getByRole('button', { name })).toBeVisible();
    // The thumbnail is decorative.
    expect(row.getByRole('presentation')).toHaveAttribute('src', request.phoneImage);
    expect(await axeViolations()).toEqual([]);
  });

  it('reads a list that is not inside `data`, and customerName as the name (SIL-03, CONF-70, AENT-01)', async () => {
    const { fullName: _name, ...rest } = request;
    await open({ [list()]: { requests: [{ ...rest, customerName: 'Sita Rai' }] } });
    expect(await screen.findByText('Sita Rai')).toBeVisible();
  });

  it('has a tab for each status with the number of pending ones, and filters by it (ASELL-01, ASELL-02, ASELL-27, SIL-56)', async () => {
    const quoted = aSellRequest({ id: requestId(2), fullName: 'Nima Sherpa', status: 'quoted' });
    const { user, address: at } = await open({
      [list()]: sellRequestsAnswer([request, quoted]),
      [list('&status=quoted')]: sellRequestsAnswer([quoted]),
      [newCountAddress('sell-request', since, 'status=quoted')]: newCountAnswer(0),
    });
    await table();
    const tabs = within(screen.getByRole('tablist', { name: 'Status' })).getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'All',
      'Pending11 pending on this page',
      'Reviewed',
      'Quoted',
      'Accepted',
      'Rejected',
      'Completed',
    ]);
    await click(user, screen.getByRole('tab', { name: 'Quoted' }));
    await waitFor(() => expect(screen.queryByText('Aarati Gurung')).not.toBeInTheDocument());
    expect(screen.getByText('Nima Sherpa')).toBeVisible();
    await waitFor(() => expect(at()).toBe('/admin/dashboard?status=quoted'));
  });

  it('searches on the server, and stores the search in the address (ASELL-03, AENT-06, AAPI-03)', async () => {
    const { user, address: at } = await open({
      [list('&search=nima')]: sellRequestsAnswer([]),
      [newCountAddress('sell-request', undefined, 'status=all&search=nima')]: newCountAnswer(0),
      [newCountAddress('sell-request', since, 'status=all&search=nima')]: newCountAnswer(0),
    });
    await table();
    const box = screen.getByPlaceholderText('Search by brand, model, email, phone, or name...');
    await act(() => user.type(box, 'nima{Enter}'));
    expect(await screen.findByText('No requests found')).toBeVisible();
    await waitFor(() => expect(at()).toBe('/admin/dashboard?search=nima'));
  });

  const pageOf = (currentPage: number, requests: readonly SellRequestAnswer[]) => ({
    [`/api/sell-phone/requests?page=${currentPage}&limit=20`]: sellRequestsAnswer(requests, {
      currentPage,
      totalPages: 3,
      totalRequests: 46,
    }),
    [newCountAddress('sell-request')]: newCountAnswer(0),
  });

  it('has page controls only for several pages (ASELL-11, ASELL-12, AENT-04)', async () => {
    const maya = aSellRequest({ id: requestId(9), fullName: 'Maya Thapa' });
    const { user } = await open({ ...pageOf(1, [request]), ...pageOf(2, [maya]) });
    await table();
    expect(screen.getByText('Page 1 of 3')).toBeVisible();
    expect(screen.getByText('1 to 20 of 46')).toBeVisible();
    await click(user, screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Maya Thapa')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeVisible();
  });

  it('goes to the last page from a page that does not exist (ASELL-11)', async () => {
    const { address: at } = await open(
      { ...pageOf(99, []), ...pageOf(3, [request]) },
      '/admin/dashboard?page=99',
    );
    expect(await rowOf()).toBeDefined();
    expect(screen.getByText('Page 3 of 3')).toBeVisible();
    await waitFor(() => expect(at()).toBe('/admin/dashboard?page=3'));
  });

  it('shows an error with Retry, and an empty list (AERR-11, AERR-16, ASELL-10)', async () => {
    const { user, network } = await open({
      [list()]: down,
      [newCountAddress('sell-request')]: newCountAnswer(0),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Error: Failed to fetch requests');
    network.answer({ [list()]: sellRequestsAnswer([]) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No requests found')).toBeVisible();
  });
});

describe('new requests', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());
  const pass = (ms = 100) => act(() => jest.advanceTimersByTimeAsync(ms));

  it('are counted without moving a row until they are shown', async () => {
    const { network } = await open();
    await pass();
    network.answer({ [countAddress]: newCountAnswer(3) });
    await pass(newRecordsEveryMs);
    expect(screen.getByText('3 new')).toBeVisible();
    expect(network.count(list())).toBe(1);
    const createdAt = '2026-11-22T06:00:00.000Z';
    const newer = aSellRequest({ id: requestId(7), fullName: 'Sita Rai', createdAt });
    network.answer({
      [list()]: sellRequestsAnswer([newer, request]),
      [newCountAddress('sell-request', createdAt)]: newCountAnswer(0),
    });
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    await pass();
    expect(screen.getByText('Sita Rai')).toBeVisible();
    expect(screen.queryByText('3 new')).not.toBeInTheDocument();
  });

  it('get a 304 while there are none, and are not polled while the tab is hidden', async () => {
    const tags: (string | null)[] = [];
    const { network } = await open({
      [countAddress]: (asking) => {
        const tag = asking.headers.get('if-none-match');
        tags.push(tag);
        if (tag === '"one"') return new Response(null, { status: 304 });
        return Response.json(newCountAnswer(2), { headers: { etag: '"one"' } });
      },
    });
    await pass();
    await pass(2 * newRecordsEveryMs);
    expect(tags).toEqual([null, '"one"', '"one"']);
    expect(screen.getByText('2 new')).toBeVisible();
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    await pass(5 * newRecordsEveryMs);
    expect(network.count(countAddress)).toBe(3);
    visibility.mockReturnValue('visible');
    fireEvent(document, new Event('visibilitychange'));
    await pass();
    expect(network.count(countAddress)).toBe(4);
  });
});

describe('Request Details', () => {
  const quoted = aSellRequest({
    status: 'quoted',
    estimatedPrice: 275,
    quoteValidUntil: '2026-11-28T06:00:00.000Z',
    adminNotes: 'Price holds for 7 days.',
    usualSteps: ['accepted', 'rejected'],
    history: [
      ...request.history,
      {
        at: '2026-11-21T07:00:00.000Z',
        by: 'admin',
        what: 'quote',
        from: null,
        to: '275.00',
        note: 'Price holds for 7 days.',
      },
    ],
    updatedAt: '2026-11-21T07:00:00.000Z',
    version: 2,
  });

  it("show all fields, history and the seller's estimate (ASELL-06, ASELL-13 to ASELL-17, ASELL-21)", async () => {
    const { user, address: at } = await open({ [list()]: sellRequestsAnswer([quoted]) });
    await press(user, /^View/);
    const details = dialog('Request Details');
    const group = (name: string) => within(details.getByRole('region', { name }));
    for (const [name, texts] of [
      ['Customer', ['Aarati Gurung', 'aarati@example.com', '+977 980 555 0147']],
      ['Phone', ['Apple iPhone 12', '128 GB', 'Good', 'Blue']],
      [
        'Pricing and status',
        [
          '$310.00',
          '$275.00',
          '$220.00 to $280.00',
          'Yes',
          'Quoted',
          '28 Nov 2026, 11:45',
          '21 Nov 2026, 12:45',
        ],
      ],
      ['Description', ['Small scratch near the lower edge.']],
      ['Admin notes', ['Price holds for 7 days.']],
      ['History', ['Quote: $275.00', 'Received']],
    ] as const)
      for (const text of texts) expect(group(name).getByText(text)).toBeVisible();
    await waitFor(() => expect(at()).toBe(`/admin/dashboard?record=${request.id}`));
    expect(await axeViolations()).toEqual([]);
  });

  it.each([
    ['of the web', 'https://pictures.example/phone.webp'],
    ['of the shop', request.phoneImage],
  ])(
    'show the photo by an address %s, and say when it did not load (ASELL-18, ASELL-19, AENT-02)',
    async (_, phoneImage) => {
      const { user } = await open({ [list()]: sellRequestsAnswer([aSellRequest({ phoneImage })]) });
      await press(user, /^View/);
      const photo = dialog('Request Details').getByRole('img', { name: /Apple iPhone 12/ });
      expect(photo).toHaveAttribute('src', phoneImage);
      fireEvent.error(photo);
      expect(await dialog('Request Details').findByText('Failed to load image')).toBeVisible();
    },
  );

  it('show the payment of an accepted quote, and its rate', async () => {
    const agreed = {
      amount: { amountInMinorUnits: 3_290_000, currency: 'NPR' as const },
      rate: { number: 1, shopMinorUnits: 13_500 },
      payment: null,
    };
    const { user } = await open({ [list()]: sellRequestsAnswer([aSellRequest({ agreed })]) });
    await press(user, /^View/);
    const group = within(dialog('Request Details').getByRole('region', { name: 'Pricing and status' }));
    expect(group.getByText('Agreed')).toBeVisible();
    expect(group.getByText('NPR 32,900, at NPR 135.00 for a dollar')).toBeVisible();
  });

  it.each([
    [true, 'Settled as agreed'],
    [false, 'Closed without payment'],
  ])('say whether a completed request was settled (SR-S12: %s)', async (isSettled, text) => {
    const completed = aSellRequest({ status: 'completed', isSettled });
    const { user } = await open({ [list()]: sellRequestsAnswer([completed]) });
    await press(user, /^View/);
    expect(dialog('Request Details').getByText(text)).toBeVisible();
  });

  it('say when and how its phone was sent back (SR-S15)', async () => {
    const sentBack = { at: '2026-11-23T06:00:00.000Z', note: 'Parcel NP-2210' };
    const { user } = await open({ [list()]: sellRequestsAnswer([aSellRequest({ sentBack })]) });
    await press(user, /^View/);
    expect(dialog('Request Details').getByText(/^23 Nov.*, Parcel NP-2210$/)).toBeVisible();
    expect(dialog('Request Details').queryByText(/Settled|without payment/)).not.toBeInTheDocument();
  });

  it('say that there is no photo and no price (ASELL-20, ASELL-26)', async () => {
    const { user } = await open({ [list()]: sellRequestsAnswer([aSellRequest({ phoneImage: '' })]) });
    await press(user, /^View/);
    expect(dialog('Request Details').getByText('No image')).toBeVisible();
    expect(dialog('Request Details').getByText('N/A')).toBeVisible();
  });

  it('open by an address, also for a request on another page, and are closed', async () => {
    const other = aSellRequest({ id: requestId(5), fullName: 'Maya Thapa' });
    const { user, address: at } = await open(
      { [`/api/sell-phone/request/${other.id}`]: { success: true, data: other } },
      `/admin/dashboard?record=${other.id}`,
    );
    await waitFor(() => expect(dialog('Request Details').getByText('Maya Thapa')).toBeVisible());
    await click(user, dialog('Request Details').getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(at()).toBe('/admin/dashboard'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('say that a request does not exist', async () => {
    const missingId = requestId(6);
    await open(
      { [`/api/sell-phone/request/${missingId}`]: problem(404, 'not-found', 'Request not found') },
      `/admin/dashboard?record=${missingId}`,
    );
    expect(await screen.findByText('There is no such request.')).toBeVisible();
  });
});

describe('Update Quote', () => {
  const quoteOf = async (user: RenderedPage['user']) => {
    await press(user, /^Quote/);
    return dialog('Update Quote');
  };

  it('sends price, status, note and the version that was shown; a conflict shows the stored values beside the entered ones (ASELL-07, ASELL-22, ASELL-23, ASELL-29, AAPI-09, AAPI-10, S-10)', async () => {
    const { user, network } = await open({
      [`PUT ${address}/quote`]: problem(409, 'version-conflict', 'Somebody changed this request meanwhile.'),
      [address]: {
        success: true,
        data: aSellRequest({ status: 'reviewed', adminNotes: 'Call first.', version: 2 }),
      },
    });
    const form = await quoteOf(user);
    expect(form.getByLabelText('Estimated price')).toHaveFocus();
    expect(form.getByLabelText('Status')).toHaveValue('quoted');
    expect(form.getByText('The customer reads this note.')).toBeVisible();
    await user.keyboard('275.50');
    await user.type(form.getByLabelText(/^Admin notes/), 'Scratch noted.');
    await user.click(form.getByRole('button', { name: 'Save quote' }));
    const notice = within(await form.findByRole('alert'));
    expect(notice.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'FieldNowYours',
      'Estimated priceN/A$275.50',
      'StatusReviewedQuoted',
      'Admin notesCall first.Scratch noted.',
    ]);
    const saved = aSellRequest({ status: 'quoted', estimatedPrice: 275.5, version: 3 });
    const { reply, bodies } = recordBodies(json({ success: true, data: saved }));
    network.answer({ [`PUT ${address}/quote`]: reply });
    await user.click(form.getByRole('button', { name: 'Save quote' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(bodies).toEqual([
      { estimatedPrice: 275.5, status: 'quoted', adminNotes: 'Scratch noted.', version: 2 },
    ]);
    expect(await (await rowOf()).findByText('Quoted')).toBeVisible();
    // A changed row does not move.
    expect(network.count(list())).toBe(1);
  });

  it('marks an invalid price and status at their fields and sends nothing (ASELL-32, ASELL-33, F-11, SR-S3)', async () => {
    const { user, network } = await open({
      [list()]: sellRequestsAnswer([aSellRequest({ status: 'accepted', estimatedPrice: 275, version: 3 })]),
    });
    const form = await quoteOf(user);
    const price = form.getByLabelText('Estimated price');
    const status = form.getByLabelText('Status');
    expect(price).toHaveValue('275.00');
    expect(price).toBeRequired();
    expect(price).toHaveAttribute('min', '0');
    expect(price).toHaveAttribute('step', '0.01');
    expect(status).toBeRequired();
    await user.clear(price);
    await user.click(form.getByRole('button', { name: 'Save quote' }));
    expect(price).toBeInvalid();
    expect(price).toHaveAccessibleDescription('Please enter the estimated price.');
    expect(price).toHaveFocus();
    await user.type(price, '250');
    await user.selectOptions(status, 'accepted');
    await user.click(form.getByRole('button', { name: 'Save quote' }));
    expect(status).toHaveAccessibleDescription(/^The customer must accept another price/);
    expect(status).toHaveFocus();
    expect(network.count(`PUT ${address}/quote`)).toBe(0);
    await user.selectOptions(status, 'quoted');
    expect(status).not.toHaveAccessibleDescription();
  });

  it('shows a failure in the dialog and keeps the input (AERR-13, AERR-17, CONF-59)', async () => {
    const { user } = await open({ [`PUT ${address}/quote`]: down });
    const form = await quoteOf(user);
    await user.type(form.getByLabelText('Estimated price'), '275');
    await user.click(form.getByRole('button', { name: 'Save quote' }));
    expect(await form.findByRole('alert')).toHaveTextContent('Failed to update quote');
    expect(form.getByLabelText('Estimated price')).toHaveValue('275');
    expect(jest.spyOn(console, 'error')).toHaveBeenCalled();
    expect(await axeViolations()).toEqual([]);
  });
});

describe('unsaved input after a session that ended', () => {
  const leave = async (changes: Partial<SellRequestAnswer> = {}) => {
    const first = await open();
    await press(first.user, /quote/i);
    const form = dialog('Update Quote');
    await first.user.type(form.getByLabelText('Estimated price'), '275.50');
    await first.user.type(form.getByLabelText(/^Admin notes/), 'Scratch noted.');
    // The login leaves the page and then opens its address again.
    first.unmount();
    return open({ [list()]: sellRequestsAnswer([aSellRequest(changes)]) });
  };

  it('restores a quote', async () => {
    const { user } = await leave();
    await screen.findByRole('dialog', { name: 'Update Quote' });
    const form = dialog('Update Quote');
    expect(form.getByLabelText('Estimated price')).toHaveValue('275.50');
    expect(form.getByLabelText(/^Admin notes/)).toHaveValue('Scratch noted.');
    expect(form.queryByText(/Somebody else changed this/)).toBeNull();
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sessionStorage.getItem('kinmel:form-draft')).toBeNull();
  });

  it('is not shown to another user', async () => {
    const first = await open();
    await press(first.user, /^Status/);
    await first.user.type(dialog('Update Status').getByLabelText(/^Admin notes/), 'Call first.');
    first.unmount();
    await open({}, '/admin/dashboard', aUser({ id: 'admin-9', role: 'admin' }));
    await table();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sessionStorage.getItem('kinmel:form-draft')).toBeNull();
  });

  it('shows concurrent changes beside the restored values (S-10)', async () => {
    await leave({ version: 2, adminNotes: 'Theirs', status: 'reviewed' });
    await screen.findByRole('dialog', { name: 'Update Quote' });
    const form = dialog('Update Quote');
    expect(form.getByText(/Somebody else changed this/)).toBeVisible();
    expect(form.getByText('Theirs')).toBeVisible();
    expect(form.getByLabelText(/^Admin notes/)).toHaveValue('Scratch noted.');
  });
});

describe('Update Status', () => {
  it('sets any status; an unusual step needs a note (ASELL-08, ASELL-24, ASELL-28, AAPI-07, AAPI-08, SIL-38)', async () => {
    const { reply, bodies } = recordBodies(
      json({ success: true, data: aSellRequest({ status: 'completed', version: 2 }) }),
    );
    const { user, network } = await open({ [`PUT ${address}/status`]: reply });
    await press(user, /^Status/);
    const form = dialog('Update Status');
    expect(optionsOf(form.getByLabelText('Status'))).toEqual(statusNames);
    await user.selectOptions(form.getByLabelText('Status'), 'completed');
    expect(form.getByText(/^This closes the request without payment.*needs a note/)).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Save status' }));
    const notes = form.getByLabelText('Admin notes');
    expect(notes).toHaveFocus();
    expect(notes).toBeInvalid();
    expect(bodies).toEqual([]);
    await user.type(notes, 'Paid at the counter.');
    await user.click(form.getByRole('button', { name: 'Save status' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(bodies).toEqual([{ status: 'completed', adminNotes: 'Paid at the counter.', version: 1 }]);
    expect(await (await rowOf()).findByText('Completed')).toBeVisible();
    expect(network.count(list())).toBe(1);
  });

  it('shows the status at once, and restores it after a refusal (AERR-12, AERR-17, CONF-59)', async () => {
    const { reply, release } = holdReply(json({ success: false }, 500));
    const { user } = await open({ [`PUT ${address}/status`]: reply });
    await press(user, /^Status/);
    const form = dialog('Update Status');
    await user.selectOptions(form.getByLabelText('Status'), 'reviewed');
    await user.type(form.getByLabelText(/^Admin notes/), 'Looked at.');
    await user.click(form.getByRole('button', { name: 'Save status' }));
    expect(await (await rowOf()).findByText('Reviewed')).toBeInTheDocument();
    await act(async () => release());
    expect(await form.findByRole('alert')).toHaveTextContent('Failed to update status');
    expect(await (await rowOf()).findByText('Pending')).toBeInTheDocument();
    expect(form.getByLabelText(/^Admin notes/)).toHaveValue('Looked at.');
    expect(form.getByLabelText('Status')).toHaveValue('reviewed');
  });
});

describe('Delete', () => {
  it('asks with the focus on Cancel, asks again after a conflict, and removes the row (ASELL-09, ASELL-30, ASELL-31, AAPI-11, SR-S6)', async () => {
    const other = aSellRequest({ id: requestId(2), fullName: 'Nima Sherpa' });
    const remove = `DELETE ${address}?version=`;
    const page = await open(
      {
        [list()]: sellRequestsAnswer([request, other]),
        [`${remove}1`]: problem(409, 'version-conflict', 'Somebody changed this request meanwhile.'),
        [address]: {
          success: true,
          data: aSellRequest({ status: 'quoted', estimatedPrice: 275, version: 2 }),
        },
        [`${remove}2`]: { success: true, data: { id: request.id } },
      },
      `/admin/dashboard?record=${request.id}`,
    );
    await waitFor(() => expect(dialog('Request Details')).toBeDefined());
    await click(page.user, dialog('Request Details').getByRole('button', { name: 'Delete' }));
    const question = dialog('Delete request');
    expect(question.getByText('Are you sure you want to delete this request?')).toBeVisible();
    expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(page.network.count(`${remove}1`)).toBe(0);
    await click(page.user, question.getByRole('button', { name: 'Delete' }));
    expect(await question.findByRole('alert')).toHaveTextContent(
      'Someone else changed this request meanwhile. It is Quoted, $275.00 now; Delete takes it away all the same.',
    );
    expect((await rowOf()).getByText('Quoted')).toBeVisible();
    await click(page.user, question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Aarati Gurung')).not.toBeInTheDocument());
    expect(screen.getByText('Nima Sherpa')).toBeVisible();
    expect(screen.getByText('1 request')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(page.address()).toBe('/admin/dashboard'));
  });

  it('removes a row that another user has deleted (ASELL-30)', async () => {
    const { user, network } = await open({
      [`DELETE ${address}?version=1`]: problem(404, 'not-found', 'Request not found'),
    });
    await press(user, /^Delete/);
    network.answer({ [list()]: sellRequestsAnswer([]) });
    await click(user, dialog('Delete request').getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Aarati Gurung')).not.toBeInTheDocument());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('reads the page again after a deletion, so that the next page skips no row', async () => {
    const remainingRequest = aSellRequest({ id: requestId(2), _id: requestId(2), fullName: 'Sita Rai' });
    const movedRequest = aSellRequest({ id: requestId(3), _id: requestId(3), fullName: 'Hari Thapa' });
    const pages = { totalPages: 2, totalRequests: 3 };
    const { user, network } = await open({
      [list()]: sellRequestsAnswer([request, remainingRequest], pages),
      [`DELETE ${address}?version=1`]: { success: true, message: 'Deleted.' },
    });
    await click(user, (await rowOf()).getByRole('button', { name: /^Delete/ }));
    network.answer({
      [list()]: sellRequestsAnswer([remainingRequest, movedRequest], { totalPages: 1, totalRequests: 2 }),
    });
    await click(user, dialog('Delete request').getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Hari Thapa')).toBeVisible();
    expect(screen.queryByText('Aarati Gurung')).not.toBeInTheDocument();
  });

  it.each([
    [
      "the server's reason (SR-S6)",
      problem(409, 'conflict', 'Its price is accepted.'),
      'Its price is accepted.',
    ],
    ['the failure (AERR-14, AERR-17, CONF-59)', down, 'Failed to delete request'],
  ])('keeps the row and shows %s', async (_, reply, text) => {
    const { user } = await open({ [`DELETE ${address}?version=1`]: reply });
    await press(user, /^Delete/);
    await click(user, dialog('Delete request').getByRole('button', { name: 'Delete' }));
    expect(await dialog('Delete request').findByRole('alert')).toHaveTextContent(text);
    expect(await rowOf()).toBeDefined();
  });

  it.each([
    ['quoted', true],
    ['completed', false],
  ] as const)(
    'says for a %s request whether its customer gets a mail (SR-S6)',
    async (status, isNotified) => {
      const { user } = await open({ [list()]: sellRequestsAnswer([aSellRequest({ status })]) });
      await press(user, /^Delete/);
      const mailNotice = dialog('Delete request').queryByText(
        'Its customer gets a mail that the request is closed.',
      );
      expect(mailNotice !== null).toBe(isNotified);
    },
  );
});

describe('a bulk update', () => {
  const second = aSellRequest({ id: requestId(2), fullName: 'Nima Sherpa', version: 4 });
  const bulk = 'POST /api/admin/requests/status';

  it('sends each row with its version; refused ones stay selected with the reason (SIL-38)', async () => {
    const reason = 'Somebody changed this request meanwhile. Please look at it again.';
    const { reply, bodies } = recordBodies(
      json({
        success: true,
        data: [
          { id: request.id, problem: null },
          { id: second.id, problem: { code: 'version-conflict', message: reason } },
        ],
      }),
    );
    const { user, network } = await open({
      [list()]: sellRequestsAnswer([request, second]),
      [`/api/sell-phone/request/${second.id}`]: { success: true, data: second },
      [bulk]: reply,
    });
    await user.click(within(await table()).getByRole('checkbox', { name: 'Select all rows of this page' }));
    expect(screen.getByText('2 requests selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Set status' }));
    const form = dialog('Set the status of 2 requests');
    expect(form.getAllByRole('listitem')).toHaveLength(2);
    await user.selectOptions(form.getByLabelText('Status'), 'completed');
    await user.click(form.getByRole('button', { name: 'Save status' }));
    expect(form.getByText(/This closes the request without payment/)).toBeVisible();
    expect(form.getByLabelText('Admin notes')).toBeInvalid();
    await user.type(form.getByLabelText('Admin notes'), 'All paid.');
    expect(await axeViolations()).toEqual([]);
    network.answer({
      [list()]: sellRequestsAnswer([aSellRequest({ status: 'completed', version: 2 }), second]),
    });
    await user.click(form.getByRole('button', { name: 'Save status' }));
    expect(await screen.findByText(/1 request changed, 1 not/)).toBeVisible();
    expect(screen.getByText(reason)).toBeVisible();
    expect(bodies).toEqual([
      {
        kind: 'sell-request',
        status: 'completed',
        adminNotes: 'All paid.',
        requests: [
          { id: request.id, version: 1 },
          { id: second.id, version: 4 },
        ],
      },
    ]);
    expect(screen.getByText('1 request selected')).toBeVisible();
    expect((await rowOf('Nima Sherpa')).getByRole('checkbox')).toBeChecked();
    expect(await (await rowOf()).findByText('Completed')).toBeVisible();
  });

  it('reloads refused rows, also on another page, and retries with the new version', async () => {
    const reason = 'Somebody changed this request meanwhile. Please look at it again.';
    const refused = [{ id: request.id, problem: { code: 'version-conflict', message: reason } }];
    const sent = recordBodies(json({ success: true, data: refused }));
    const { user, network } = await open({
      [list()]: sellRequestsAnswer([request], { totalPages: 2 }),
      '/api/sell-phone/requests?page=2&limit=20': sellRequestsAnswer([second], { totalPages: 2 }),
      [newCountAddress('sell-request')]: newCountAnswer(0),
      [address]: { success: true, data: aSellRequest({ version: 7 }) },
      [bulk]: sent.reply,
    });
    await user.click((await rowOf()).getByRole('checkbox'));
    await click(user, screen.getByRole('button', { name: 'Next' }));
    await rowOf('Nima Sherpa');
    const setStatus = async () => {
      await user.click(screen.getByRole('button', { name: 'Set status' }));
      const form = dialog('Set the status of 1 request');
      await user.selectOptions(form.getByLabelText('Status'), 'reviewed');
      await user.click(form.getByRole('button', { name: 'Save status' }));
      expect(await screen.findByText(/0 requests changed, 1 not/)).toBeVisible();
    };
    await setStatus();
    await waitFor(() => expect(network.count(address)).toBe(1));
    await setStatus();
    await waitFor(() => expect(sent.bodies).toHaveLength(2));
    expect(sent.bodies.map((body) => (body as { requests: unknown }).requests)).toEqual([
      [{ id: request.id, version: 1 }],
      [{ id: request.id, version: 7 }],
    ]);
  });

  it('shows a failure in its dialog', async () => {
    const { user } = await open({ [bulk]: down });
    await user.click((await rowOf()).getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Set status' }));
    const form = dialog('Set the status of 1 request');
    await user.click(form.getByRole('button', { name: 'Save status' }));
    expect(form.getByText('Please choose a status.')).toBeVisible();
    await user.selectOptions(form.getByLabelText('Status'), 'reviewed');
    await user.click(form.getByRole('button', { name: 'Save status' }));
    expect(await form.findByRole('alert')).toHaveTextContent('Failed to update status');
  });
});

describe('the CSV', () => {
  it('is requested with filter and shown columns, and downloaded (F-06)', async () => {
    const address =
      '/api/admin/requests/export?kind=sell-request&status=all&columns=id%2Ccustomer%2Cemail%2Cphone%2Cbrand%2Cmodel%2Cstorage%2Ccondition%2CexpectedPrice%2CestimatedPrice%2Cagreed%2Cstatus%2Csubmitted';
    const downloads = noteDownloads();
    const { user } = await open(
      { [address]: () => new Response('ID\r\n', { headers: { 'content-type': 'text/csv' } }) },
      '/admin/dashboard?hide=color',
    );
    await table();
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(downloads).toEqual(['sell-requests.csv']));
  });
});

describe('the IMEI and the phone of a sell request', () => {
  const accepted = aSellRequest({
    status: 'accepted',
    imeiLastFour: '4321',
    agreed: {
      amount: { amountInMinorUnits: 3_240_000, currency: 'NPR' },
      rate: { number: 1, shopMinorUnits: 13_500 },
      payment: {
        to: 'payout',
        amount: { amountInMinorUnits: 3_240_000, currency: 'NPR' },
        method: 'esewa',
        account: '9801234567',
      },
    },
  });
  const findings = `/api/admin/devices/offers/${accepted.id}`;
  const receiveAddress = 'POST /api/admin/devices';
  const findingsAnswer = (changes: object = {}) => ({
    success: true,
    data: {
      sellRequestId: accepted.id,
      lastFour: '4321',
      blocklist: 'clean',
      offeredAlsoIn: [],
      known: null,
      ...changes,
    },
  });
  const openDetails = async (answers: Answers = {}, shown = accepted) => {
    const page = await open({
      [list()]: sellRequestsAnswer([shown]),
      [findings]: findingsAnswer(),
      [newCountAddress('sell-request', shown.createdAt)]: newCountAnswer(0),
      ...answers,
    });
    await press(page.user, /^View/);
    return { ...page, details: dialog('Request Details') };
  };
  const receive = async (answers: Answers = {}, shown = accepted) => {
    const page = await openDetails(answers, shown);
    await click(page.user, page.details.getByRole('button', { name: 'Receive phone' }));
    const form = dialog('Receive phone');
    return {
      ...page,
      form,
      submit: () => click(page.user, form.getByRole('button', { name: 'Receive phone' })),
    };
  };

  it('shows the findings about the IMEI: stolen, offered twice, known to the shop', async () => {
    const { details } = await openDetails({
      [findings]: findingsAnswer({
        blocklist: 'listed',
        offeredAlsoIn: [requestId(0xabcdef)],
        known: { deviceId: requestId(7), place: 'for-sale' },
      }),
    });
    expect(await details.findByText(/IMEI …4321 is listed as stolen/)).toBeVisible();
    expect(details.getByRole('link', { name: 'abcdef' })).toHaveAttribute(
      'href',
      `/admin/dashboard?tab=sell-requests&record=${requestId(0xabcdef)}`,
    );
    expect(await details.findByRole('link', { name: 'device' })).toHaveAttribute(
      'href',
      `/admin/devices?record=${requestId(7)}`,
    );
    expect(details.getByText('NPR 32,400, eSewa 9801234567')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('repeats the check of the register when it did not answer', async () => {
    const { user, details, network } = await openDetails({
      [findings]: findingsAnswer({ blocklist: 'unknown' }),
      [`POST ${findings}/blocklist`]: down,
    });
    // The button has another name while it is busy.
    const checkAgainButton = () => details.findByRole('button', { name: 'Check again' });
    await click(user, await checkAgainButton());
    expect(await screen.findByText('The register could not be asked.')).toBeVisible();
    network.answer({ [`POST ${findings}/blocklist`]: findingsAnswer() });
    await click(user, await checkAgainButton());
    expect(await details.findByText('IMEI …4321 is not listed as stolen.')).toBeVisible();
  });

  it.each([
    [down, /could not be loaded/],
    [problem(404, 'not-found', 'No.'), 'Its IMEI is being looked up.'],
  ])('reports that the IMEI could not be checked, with Retry', async (reply, text) => {
    const { user, details, network } = await openDetails({ [findings]: reply });
    expect(await details.findByText(text)).toBeVisible();
    network.answer({ [findings]: findingsAnswer() });
    await click(user, await details.findByRole('button', { name: 'Retry: IMEI' }));
    expect(await details.findByText(/is not listed as stolen/)).toBeVisible();
  });

  it('receives the phone with the IMEI of its form, without typing, and opens its device', async () => {
    const { reply, bodies } = recordBodies(json({ success: true, data: aDevice() }, 201));
    const { form, submit, address: at } = await receive({ [receiveAddress]: reply });
    expect(form.getByText(/^IMEI of the form …4321/)).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await submit();
    await waitFor(() => expect(at()).toBe(`/admin/devices?record=${aDevice().id}`));
    expect(bodies).toEqual([{ sellRequestId: accepted.id, identifiers: [] }]);
  });

  it('accepts two scans that end with Enter, and is sent only by the button', async () => {
    const { reply, bodies } = recordBodies(json({ success: true, data: aDevice() }, 201));
    const { user, form } = await receive({ [receiveAddress]: reply });
    expect(form.getByLabelText(/^Another IMEI/)).toHaveFocus();
    await user.keyboard('356938035643809{Enter}');
    expect(form.getByLabelText(/^Second IMEI/)).toHaveFocus();
    await user.keyboard('490154203237518{Enter}');
    expect(form.getByRole('button', { name: 'Receive phone' })).toHaveFocus();
    // A third scan.
    await user.keyboard('490154203237518{Enter}');
    expect(bodies).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies).toMatchObject([{ identifiers: ['356938035643809', '490154203237518'] }]);
  });

  it('needs a confirmation for a number that belongs to another phone (DEV-D2)', async () => {
    const text = 'The shop knows this number as Apple iPhone 12, 64 GB.';
    const details = [{ path: 'isKnownPhoneConfirmed', message: text }];
    const { form, submit, user, network } = await receive({
      [receiveAddress]: json({ success: false, message: text, error: text, code: 'conflict', details }, 409),
    });
    await submit();
    expect(await form.findByText(text)).toBeVisible();
    const { reply, bodies } = recordBodies(json({ success: true, data: aDevice() }, 201));
    network.answer({ [receiveAddress]: reply });
    await user.click(form.getByRole('checkbox', { name: /^I compared them/ }));
    await submit();
    await waitFor(() => expect(bodies).toMatchObject([{ isKnownPhoneConfirmed: true }]));
  });

  it('needs an identifier when the form had none, and shows at its field why it is refused', async () => {
    const text = 'A digit of this IMEI is wrong. Please compare it with the phone.';
    const { reply, bodies } = recordBodies(
      json(
        {
          success: false,
          message: text,
          error: text,
          code: 'invalid-request',
          details: [{ path: 'identifiers.0', message: text }],
        },
        400,
      ),
    );
    const shown = aSellRequest({ status: 'accepted' });
    const { user, form, submit } = await receive({ [receiveAddress]: reply }, shown);
    await submit();
    const field = form.getByLabelText('IMEI, MEID or serial number');
    expect(field).toHaveAccessibleDescription('Please enter the IMEI, MEID or serial number.');
    expect(bodies).toEqual([]);
    await user.type(field, '490154203237519');
    await submit();
    await waitFor(() => expect(field).toHaveAccessibleDescription(text));
    expect(bodies).toEqual([{ sellRequestId: shown.id, identifiers: ['490154203237519'] }]);
  });

  it('links to the received device, which cannot be received again', async () => {
    const { details } = await openDetails({}, { ...accepted, deviceId: requestId(7) });
    expect(details.getByRole('link', { name: 'Open' })).toHaveAttribute(
      'href',
      `/admin/devices?record=${requestId(7)}`,
    );
    expect(details.queryByRole('button', { name: 'Receive phone' })).not.toBeInTheDocument();
  });
});

it.each([
  ['support', ['View', 'Quote', 'Status', 'Delete'], false, true],
  ['workshop', ['View', 'Quote', 'Status'], false, true],
  ['finance', ['View'], true, false],
] as const)('shows only the steps that the role %s may take', async (role, steps, canExport, canChange) => {
  await open({}, '/admin/dashboard', aUser({ role: 'admin', staffRoles: [role] }));
  const buttons = (await rowOf()).getAllByRole('button').map(({ ariaLabel }) => ariaLabel?.split(' ')[0]);
  expect(buttons).toEqual(steps);
  expect(screen.queryAllByRole('button', { name: /CSV/ })).toHaveLength(canExport ? 1 : 0);
  expect((await rowOf()).queryAllByRole('checkbox')).toHaveLength(canChange ? 1 : 0);
});
