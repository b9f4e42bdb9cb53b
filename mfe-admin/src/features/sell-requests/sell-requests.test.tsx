import type { SellRequestAnswer } from '@kinmel/contracts';
import {
  type Answers,
  aUser,
  down,
  held,
  json,
  noting,
  problem,
  type RenderedPage,
} from '@kinmel/testing/page';
import { apiProblem } from '@kinmel/web-kit';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { newRecordsEveryMs } from '../../lists/records/use-new-records.ts';
import { requestsApi } from '../../requests/requests-api.ts';
import { axeViolations } from '../../testing/axe-violations.ts';
import { admin, openPage } from '../../testing/open-page.tsx';
import {
  aSellRequest,
  newCountAddress,
  newCountAnswer,
  newCountStart,
  requestId,
  sellRequestsAnswer,
} from '../../testing/requests.ts';

const list = (query = '') => `/api/sell-phone/requests?page=1&limit=20${query}`;
const request = aSellRequest();
const address = `/api/sell-phone/request/${request.id}`;
const since = request.createdAt;
const asked = newCountAddress('sell-request', since);

let logged: jest.SpyInstance;
beforeEach(() => sessionStorage.clear());
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = (answers: Answers = {}, at = '/admin/dashboard', user = admin) =>
  openPage('/admin/dashboard', {
    address: at,
    user,
    answers: {
      [list()]: sellRequestsAnswer([request]),
      [asked]: newCountAnswer(0),
      ...answers,
    },
  });

const table = () => screen.findByRole('grid', { name: 'Sell phone requests' });
const rowOf = async (name = request.fullName) => {
  const cell = await within(await table()).findByText(name);
  return within(cell.closest('tr') as HTMLElement);
};
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
// A navigation suspends; React waits for it only in an awaited act.
const click = (user: RenderedPage['user'], element: Element) => act(() => user.click(element));
const press = async (user: RenderedPage['user'], name: RegExp | string) =>
  click(user, (await rowOf()).getByRole('button', { name }));

describe('the tab Sell Phone Requests', () => {
  it('shows ten columns for each request, with a short id (AGEN-01, ASELL-04, ASELL-05, ASELL-25, AENT-01, AENT-03)', async () => {
    await open();
    const heads = within(await table()).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent).filter(Boolean)).toEqual([
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
  });

  it('reads the list without data, and customerName as the name (SIL-03, CONF-70, AENT-01)', async () => {
    const { fullName: _name, ...rest } = request;
    await open({ [list()]: { requests: [{ ...rest, customerName: 'Sita Rai' }] } });
    expect(await screen.findByText('Sita Rai')).toBeVisible();
  });

  it('requests 20 with the bearer token, without an empty filter or search (AAPI-01, AAPI-03 to AAPI-05, AGATE-23, AGATE-26, ASELL-35, CONF-28, CONF-29, CONF-60, CONF-61, AENT-05, AENT-07)', async () => {
    const tokens: (string | null)[] = [];
    const { network } = await open({
      [list()]: (asking) => {
        tokens.push(asking.headers.get('authorization'));
        return Response.json(sellRequestsAnswer([request]));
      },
    });
    await table();
    expect(tokens).toEqual(['Bearer access-token']);
    expect(network.count(list())).toBe(1);
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

  it('searches on the server, in the address (ASELL-03, AENT-06, AAPI-03)', async () => {
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

  it('has an empty state (ASELL-10)', async () => {
    await open({
      [list()]: sellRequestsAnswer([]),
      [newCountAddress('sell-request')]: newCountAnswer(0),
    });
    expect(await screen.findByText('No requests found')).toBeVisible();
  });

  it('has page controls only for several pages (ASELL-11, ASELL-12, AENT-04)', async () => {
    const second = '/api/sell-phone/requests?page=2&limit=20';
    const { user } = await open({
      [list()]: sellRequestsAnswer([request], { totalPages: 3, totalRequests: 46 }),
      [second]: sellRequestsAnswer([aSellRequest({ id: requestId(9), fullName: 'Maya Thapa' })], {
        currentPage: 2,
        totalPages: 3,
        totalRequests: 46,
      }),
      [newCountAddress('sell-request')]: newCountAnswer(0),
    });
    await table();
    expect(screen.getByText('Page 1 of 3')).toBeVisible();
    expect(screen.getByText('1 to 20 of 46')).toBeVisible();
    await click(user, screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Maya Thapa')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeVisible();
  });

  it('goes to the last page from a page that does not exist (ASELL-11)', async () => {
    const past = '/api/sell-phone/requests?page=99&limit=20';
    const { address: at } = await open(
      {
        [past]: sellRequestsAnswer([], { currentPage: 99, totalPages: 2, totalRequests: 21 }),
        '/api/sell-phone/requests?page=2&limit=20': sellRequestsAnswer([request], {
          currentPage: 2,
          totalPages: 2,
          totalRequests: 21,
        }),
        [newCountAddress('sell-request', newCountStart)]: newCountAnswer(0),
      },
      '/admin/dashboard?page=99',
    );
    expect(await rowOf()).toBeDefined();
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
    await waitFor(() => expect(at()).toBe('/admin/dashboard?page=2'));
  });

  it('shows an error with Retry (AERR-11, AERR-16)', async () => {
    const { user, network } = await open({ [list()]: down });
    expect(await screen.findByRole('alert')).toHaveTextContent('Error: Failed to fetch requests');
    network.answer({ [list()]: sellRequestsAnswer([request]) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rowOf()).toBeDefined();
  });

  it('reports "Network error" without an answer (AERR-15, SIL-65)', async () => {
    const { store } = await open({ [address]: down });
    await table();
    const { error } = await store.dispatch(
      requestsApi.endpoints.getRequest.initiate({ kind: 'sell-request', id: request.id }),
    );
    expect(apiProblem(error).message).toBe('Network error');
  });

  it('has no axe violations', async () => {
    await open();
    await table();
    expect(await axeViolations()).toEqual([]);
  });
});

describe('new requests', () => {
  it('are counted without moving a row until they are shown', async () => {
    jest.useFakeTimers();
    try {
      const { network } = await open();
      await act(() => jest.advanceTimersByTimeAsync(100));
      network.answer({ [asked]: newCountAnswer(3) });
      await act(() => jest.advanceTimersByTimeAsync(newRecordsEveryMs));
      expect(screen.getByText('3 new')).toBeVisible();
      expect(network.count(list())).toBe(1);
      const newer = aSellRequest({
        id: requestId(7),
        fullName: 'Sita Rai',
        createdAt: '2026-11-22T06:00:00.000Z',
      });
      network.answer({
        [list()]: sellRequestsAnswer([newer, request]),
        [newCountAddress('sell-request', newer.createdAt)]: newCountAnswer(0),
      });
      fireEvent.click(screen.getByRole('button', { name: 'Show' }));
      await act(() => jest.advanceTimersByTimeAsync(100));
      expect(screen.getByText('Sita Rai')).toBeVisible();
      expect(screen.queryByText('3 new')).not.toBeInTheDocument();
    } finally {
      jest.useRealTimers();
    }
  });

  it('cost a 304 while there are none, and no request while the tab is hidden', async () => {
    jest.useFakeTimers();
    try {
      const tags: (string | null)[] = [];
      const { network } = await open({
        [asked]: (asking) => {
          const tag = asking.headers.get('if-none-match');
          tags.push(tag);
          if (tag === '"one"') return new Response(null, { status: 304 });
          return Response.json(newCountAnswer(2), { headers: { etag: '"one"' } });
        },
      });
      await act(() => jest.advanceTimersByTimeAsync(100));
      await act(() => jest.advanceTimersByTimeAsync(2 * newRecordsEveryMs));
      expect(tags).toEqual([null, '"one"', '"one"']);
      expect(screen.getByText('2 new')).toBeVisible();
      const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await act(() => jest.advanceTimersByTimeAsync(5 * newRecordsEveryMs));
      expect(network.count(asked)).toBe(3);
      visibility.mockReturnValue('visible');
      act(() => void document.dispatchEvent(new Event('visibilitychange')));
      await act(() => jest.advanceTimersByTimeAsync(100));
      expect(network.count(asked)).toBe(4);
    } finally {
      jest.useRealTimers();
    }
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

  it('say N/A without a price (ASELL-26)', async () => {
    const { user } = await open();
    await press(user, /^View/);
    expect(dialog('Request Details').getByText('N/A')).toBeVisible();
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

  it('say that there is no photo (ASELL-20)', async () => {
    const { user } = await open({ [list()]: sellRequestsAnswer([aSellRequest({ phoneImage: '' })]) });
    await press(user, /^View/);
    expect(dialog('Request Details').getByText('No image')).toBeVisible();
  });

  it('open by an address, also for a request of another page, and close by back', async () => {
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
    const gone = requestId(6);
    await open(
      { [`/api/sell-phone/request/${gone}`]: problem(404, 'not-found', 'Request not found') },
      `/admin/dashboard?record=${gone}`,
    );
    expect(await screen.findByText('There is no such request any more.')).toBeVisible();
  });
});

describe('Update Quote', () => {
  const quoteOf = async (user: RenderedPage['user']) => {
    await press(user, /^Quote/);
    return dialog('Update Quote');
  };
  const after = (changes: Partial<SellRequestAnswer> = {}) => ({
    success: true,
    data: aSellRequest({
      status: 'quoted',
      estimatedPrice: 275.5,
      version: 2,
      usualSteps: ['accepted', 'rejected'],
      ...changes,
    }),
  });

  it('sends price, status, note and the version that was seen, and moves no row (ASELL-07, ASELL-22, ASELL-23, ASELL-29, AAPI-09, AAPI-10)', async () => {
    const { reply, bodies } = noting(json(after()));
    const { user, network } = await open({ [`PUT ${address}/quote`]: reply });
    const form = await quoteOf(user);
    expect(form.getByLabelText('Estimated price')).toHaveFocus();
    expect(form.getByLabelText('Status')).toHaveValue('quoted');
    expect(form.getByText('The customer reads this note.')).toBeVisible();
    await user.keyboard('275.50');
    await user.type(form.getByLabelText(/^Admin notes/), 'Scratch noted.');
    await user.keyboard('{Tab}');
    await user.click(form.getByRole('button', { name: 'Save quote' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(bodies).toEqual([
      { estimatedPrice: 275.5, status: 'quoted', adminNotes: 'Scratch noted.', version: 1 },
    ]);
    expect(await (await rowOf()).findByText('Quoted')).toBeVisible();
    expect(network.count(list())).toBe(1);
  });

  it.each([
    ['nothing', '', 'Please enter the estimated price.'],
    ['less than 0', '-1', 'Please enter an amount from 0 to 1,000,000, with at most two decimals.'],
    ['half a cent', '10.005', 'Please enter an amount from 0 to 1,000,000, with at most two decimals.'],
    [
      'more than any phone',
      '1000001',
      'Please enter an amount from 0 to 1,000,000, with at most two decimals.',
    ],
  ])(
    'refuses a price of %s at its field and sends nothing (ASELL-32, ASELL-33, F-11)',
    async (_, text, wrong) => {
      const { user } = await open();
      const form = await quoteOf(user);
      const price = form.getByLabelText('Estimated price');
      expect(price).toBeRequired();
      expect(price).toHaveAttribute('min', '0');
      expect(price).toHaveAttribute('step', '0.01');
      expect(form.getByLabelText('Status')).toBeRequired();
      if (text !== '') await user.type(price, text);
      await user.click(form.getByRole('button', { name: 'Save quote' }));
      expect(price).toBeInvalid();
      expect(price).toHaveAccessibleDescription(wrong);
      expect(price).toHaveFocus();
    },
  );

  it('accepts a price of 0 (ASELL-33)', async () => {
    const { reply, bodies } = noting(json(after({ estimatedPrice: 0 })));
    const { user } = await open({ [`PUT ${address}/quote`]: reply });
    const form = await quoteOf(user);
    await user.type(form.getByLabelText('Estimated price'), '0');
    await user.click(form.getByRole('button', { name: 'Save quote' }));
    await waitFor(() => expect(bodies).toEqual([{ estimatedPrice: 0, status: 'quoted', version: 1 }]));
  });

  it('requires a note for an unusual status (ASELL-34, SIL-38)', async () => {
    const { user } = await open();
    const form = await quoteOf(user);
    await user.type(form.getByLabelText('Estimated price'), '200');
    await user.selectOptions(form.getByLabelText('Status'), 'completed');
    await user.click(form.getByRole('button', { name: 'Save quote' }));
    expect(form.getByLabelText('Admin notes')).toHaveAccessibleDescription(
      /Please say in the notes why this step goes back or leaves one out\./,
    );
  });

  it('requires a note for another price (S3)', async () => {
    const { user } = await open({
      [list()]: sellRequestsAnswer([aSellRequest({ status: 'quoted', estimatedPrice: 275, version: 2 })]),
    });
    const form = await quoteOf(user);
    const price = form.getByLabelText('Estimated price');
    expect(price).toHaveValue(275);
    await user.clear(price);
    await user.type(price, '250');
    await user.click(form.getByRole('button', { name: 'Save quote' }));
    expect(form.getByText('Please say in the notes why the price is another one now.')).toBeVisible();
  });

  it('does not keep an acceptance with another price (S3)', async () => {
    const { user, network } = await open({
      [list()]: sellRequestsAnswer([aSellRequest({ status: 'accepted', estimatedPrice: 275, version: 3 })]),
    });
    const form = await quoteOf(user);
    await user.clear(form.getByLabelText('Estimated price'));
    await user.type(form.getByLabelText('Estimated price'), '250');
    await user.type(form.getByLabelText(/^Admin notes/), 'A scratch.');
    const status = form.getByLabelText('Status');
    await user.selectOptions(status, 'accepted');
    await user.click(form.getByRole('button', { name: 'Save quote' }));
    expect(status).toHaveAccessibleDescription(
      'Another price needs a new yes. Please save it as quoted first.',
    );
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
    expect(form.getByLabelText('Estimated price')).toHaveValue(275);
    expect(logged).toHaveBeenCalled();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows concurrent changes beside the own values; saving again overwrites them (S-10)', async () => {
    const { user, network } = await open({
      [`PUT ${address}/quote`]: problem(409, 'version-conflict', 'Somebody changed this request meanwhile.'),
      [address]: {
        success: true,
        data: aSellRequest({ status: 'reviewed', adminNotes: 'Call first.', version: 2 }),
      },
    });
    const form = await quoteOf(user);
    await user.type(form.getByLabelText('Estimated price'), '275');
    await user.type(form.getByLabelText(/^Admin notes/), 'Fine phone.');
    await user.click(form.getByRole('button', { name: 'Save quote' }));
    const notice = within(await form.findByRole('alert'));
    const rows = notice.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      'FieldNowYours',
      'Estimated priceN/A$275',
      'StatusReviewedQuoted',
      'Admin notesCall first.Fine phone.',
    ]);
    const { reply, bodies } = noting(json(after({ version: 3 })));
    network.answer({ [`PUT ${address}/quote`]: reply });
    await user.click(form.getByRole('button', { name: 'Save quote' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(bodies).toEqual([
      { estimatedPrice: 275, status: 'quoted', adminNotes: 'Fine phone.', version: 2 },
    ]);
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
    expect(form.getByLabelText('Estimated price')).toHaveValue(275.5);
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
  it('sets any status; a usual next one needs no note (ASELL-08, ASELL-24, ASELL-28, AAPI-07, AAPI-08)', async () => {
    const { reply, bodies } = noting(
      json({ success: true, data: aSellRequest({ status: 'reviewed', version: 2 }) }),
    );
    const { user, network } = await open({ [`PUT ${address}/status`]: reply });
    await press(user, /^Status/);
    const form = dialog('Update Status');
    const options = within(form.getByLabelText('Status')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Pending',
      'Reviewed',
      'Quoted',
      'Accepted',
      'Rejected',
      'Completed',
    ]);
    expect(form.getByText('The customer reads this note.')).toBeVisible();
    await user.selectOptions(form.getByLabelText('Status'), 'reviewed');
    await user.click(form.getByRole('button', { name: 'Save status' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(bodies).toEqual([{ status: 'reviewed', version: 1 }]);
    expect(await (await rowOf()).findByText('Reviewed')).toBeVisible();
    expect(network.count(list())).toBe(1);
  });

  it('requires a note for an unusual step (SIL-38)', async () => {
    const { reply, bodies } = noting(
      json({ success: true, data: aSellRequest({ status: 'completed', version: 2 }) }),
    );
    const { user } = await open({ [`PUT ${address}/status`]: reply });
    await press(user, /^Status/);
    const form = dialog('Update Status');
    await user.selectOptions(form.getByLabelText('Status'), 'completed');
    expect(form.getByText(/This step goes back or leaves one out/)).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Save status' }));
    const notes = form.getByLabelText('Admin notes');
    expect(notes).toHaveFocus();
    expect(notes).toBeInvalid();
    expect(bodies).toEqual([]);
    await user.type(notes, 'Paid at the counter.');
    await user.click(form.getByRole('button', { name: 'Save status' }));
    await waitFor(() =>
      expect(bodies).toEqual([{ status: 'completed', adminNotes: 'Paid at the counter.', version: 1 }]),
    );
  });

  it('shows the status at once, and restores it after a refusal (AERR-12, AERR-17, CONF-59)', async () => {
    const { reply, release } = held(json({ success: false }, 500));
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
  it('asks with the focus on Cancel, and removes the row (ASELL-09, ASELL-30, ASELL-31, AAPI-11)', async () => {
    const other = aSellRequest({ id: requestId(2), fullName: 'Nima Sherpa' });
    const {
      user,
      network,
      address: at,
    } = await open(
      {
        [list()]: sellRequestsAnswer([request, other]),
        [`DELETE ${address}?version=1`]: { success: true, data: { id: request.id } },
      },
      `/admin/dashboard?record=${request.id}`,
    );
    await waitFor(() => expect(dialog('Request Details')).toBeDefined());
    await click(user, dialog('Request Details').getByRole('button', { name: 'Delete' }));
    const question = dialog('Delete request');
    expect(question.getByText('Are you sure you want to delete this request?')).toBeVisible();
    expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(network.count(`DELETE ${address}?version=1`)).toBe(0);
    await click(user, question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Aarati Gurung')).not.toBeInTheDocument());
    expect(screen.getByText('Nima Sherpa')).toBeVisible();
    expect(screen.getByText('1 request')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(at()).toBe('/admin/dashboard'));
  });

  it('removes a row that was deleted by somebody else (ASELL-30)', async () => {
    const { user, network } = await open({
      [`DELETE ${address}?version=1`]: problem(404, 'not-found', 'Request not found'),
    });
    await press(user, /^Delete/);
    network.answer({ [list()]: sellRequestsAnswer([]) });
    await click(user, dialog('Delete request').getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Aarati Gurung')).not.toBeInTheDocument());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('sends the version that was seen, and asks again after a conflict (S6)', async () => {
    const stale = problem(409, 'version-conflict', 'Somebody changed this request meanwhile.');
    const remove = `DELETE ${address}?version=`;
    const { user, network } = await open({ [`${remove}1`]: stale });
    await press(user, /^Delete/);
    const question = dialog('Delete request');
    network.answer({
      [address]: { success: true, data: aSellRequest({ status: 'quoted', estimatedPrice: 275, version: 2 }) },
      [`${remove}2`]: { success: true, data: { id: request.id } },
    });
    await click(user, question.getByRole('button', { name: 'Delete' }));
    expect(await question.findByRole('alert')).toHaveTextContent(
      'Someone else changed this request meanwhile. It is Quoted, $275.00 now; Delete takes it away all the same.',
    );
    expect((await rowOf()).getByText('Quoted')).toBeVisible();
    network.answer({ [list()]: sellRequestsAnswer([]) });
    await click(user, question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Aarati Gurung')).not.toBeInTheDocument());
    expect(network.count(`${remove}2`)).toBe(1);
  });

  it('shows why a request with an accepted price is not deleted (S6)', async () => {
    const reason = 'The price of this request is accepted.';
    const { user } = await open({ [`DELETE ${address}?version=1`]: problem(409, 'conflict', reason) });
    await press(user, /^Delete/);
    await click(user, dialog('Delete request').getByRole('button', { name: 'Delete' }));
    expect(await dialog('Delete request').findByRole('alert')).toHaveTextContent(reason);
  });

  it.each([
    ['quoted', true],
    ['completed', false],
  ] as const)('says of a %s one whether its customer is told (S6)', async (status, isTold) => {
    const { user } = await open({ [list()]: sellRequestsAnswer([aSellRequest({ status })]) });
    await press(user, /^Delete/);
    const told = dialog('Delete request').queryByText('Its customer gets a mail that the request is closed.');
    expect(told !== null).toBe(isTold);
  });

  it('keeps the row and shows the failure (AERR-14, AERR-17, CONF-59)', async () => {
    const { user } = await open({ [`DELETE ${address}?version=1`]: down });
    await press(user, /^Delete/);
    await user.click(dialog('Delete request').getByRole('button', { name: 'Delete' }));
    expect(await dialog('Delete request').findByRole('alert')).toHaveTextContent('Failed to delete request');
    expect(await rowOf()).toBeDefined();
  });
});

describe('a bulk update', () => {
  const second = aSellRequest({ id: requestId(2), fullName: 'Nima Sherpa', version: 4 });
  const bulk = 'POST /api/admin/requests/status';

  it('sends each row with its version; refused ones stay selected with the reason (SIL-38)', async () => {
    const reason = 'Somebody changed this request meanwhile. Please look at it again.';
    const { reply, bodies } = noting(
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
    await user.selectOptions(form.getByLabelText('Status'), 'completed');
    await user.click(form.getByRole('button', { name: 'Save status' }));
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

  it('reads refused rows again, also those of another page, and retries with the new version', async () => {
    const reason = 'Somebody changed this request meanwhile. Please look at it again.';
    const refused = [{ id: request.id, problem: { code: 'version-conflict', message: reason } }];
    const sent = noting(json({ success: true, data: refused }));
    const { user, network } = await open({
      [list()]: sellRequestsAnswer([request], { totalPages: 2, totalRequests: 21 }),
      '/api/sell-phone/requests?page=2&limit=20': sellRequestsAnswer([second], {
        currentPage: 2,
        totalPages: 2,
        totalRequests: 21,
      }),
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
  const clicked: { href: string; download: string }[] = [];
  beforeEach(() => {
    clicked.length = 0;
    Object.assign(URL, { createObjectURL: () => 'blob:list', revokeObjectURL: () => {} });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push({ href: this.href, download: this.download });
    });
  });

  it('is requested with filter and shown columns, and downloaded (F-06)', async () => {
    const address =
      '/api/admin/requests/export?kind=sell-request&status=all&columns=id%2Ccustomer%2Cemail%2Cphone%2Cbrand%2Cmodel%2Cstorage%2Ccondition%2CexpectedPrice%2CestimatedPrice%2Cstatus%2Csubmitted';
    const { user } = await open(
      { [address]: () => new Response('ID\r\n', { headers: { 'content-type': 'text/csv' } }) },
      '/admin/dashboard?hide=color',
    );
    await table();
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(clicked).toEqual([{ href: 'blob:list', download: 'sell-requests.csv' }]));
  });
});
