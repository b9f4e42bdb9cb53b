import {
  type Answers,
  aUser,
  down,
  json,
  problem,
  type RenderPageOptions,
  renderPage,
} from '@kinmel/testing/page';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { submissions } from '../../testing/submissions.ts';
import SellPhonePage from './sell-phone-page.tsx';

const submitAddress = 'POST /api/sell-phone/request';
const estimateOf = (hasCharger: boolean) =>
  `/api/sell-phone/estimate?brand=apple&model=iPhone+12&storage=128&condition=good&hasCharger=${hasCharger}`;
const estimateAddress = estimateOf(true);
const link = `/request-links/${'t'.repeat(43)}`;
const sentText =
  'Your phone selling request has been submitted successfully! We will contact you within 24 hours with a quote.';

const acceptedReply = json({ success: true, message: sentText, trackingLink: link }, 201);

const open = (answers: Answers = {}, options: RenderPageOptions = {}) =>
  renderPage(<SellPhonePage />, {
    address: '/sellyourphone',
    answers: {
      '/api/sell-phone/models': {
        success: true,
        data: [
          { brand: 'apple', models: ['iPhone 12', 'iPhone 13'] },
          { brand: 'samsung', models: ['Galaxy S23'] },
        ],
      },
      [estimateAddress]: { success: true, data: { low: 240, high: 310, tableVersion: 1 } },
      [estimateOf(false)]: { success: true, data: null },
      ...answers,
    },
    ...options,
  });
type Page = Awaited<ReturnType<typeof open>>;

async function fillIn({ user }: Page) {
  await user.selectOptions(screen.getByLabelText('Brand'), 'apple');
  fireEvent.change(screen.getByLabelText('Model'), { target: { value: 'iPhone 12' } });
  await user.selectOptions(screen.getByLabelText('Storage'), '128');
  await user.selectOptions(screen.getByLabelText('Color'), 'blue');
  await user.click(screen.getByRole('radio', { name: /^Good/ }));
  fireEvent.change(screen.getByLabelText('Expected price'), { target: { value: '$ ३१०.00' } });
  await user.click(screen.getByRole('checkbox', { name: 'I have the charger' }));
}
const send = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Send request' }));
const photo = (bytes = 10, type = 'image/png') => new File([new Uint8Array(bytes)], 'phone.png', { type });
const photoInput = () => screen.getByLabelText<HTMLInputElement>(/^Photo/);
const seller = aUser();

afterEach(() => {
  sessionStorage.clear();
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
});

describe('/sellyourphone', () => {
  it('shows the promises and all fields (GEN-05 to GEN-08, ROUTE-07, SELL-01, SELL-02, SELL-16, SELL-21, CONF-44)', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Sell Your Phone' })).toBeVisible();
    for (const promise of ['Instant valuation', 'Door-step pickup', 'Same-day payment'])
      expect(screen.getByText(promise)).toBeVisible();
    for (const group of ['Your phone', 'How we reach you'])
      expect(screen.getByRole('group', { name: group })).toBeVisible();
    const names = ['Brand', 'Model', 'Storage', 'Color', 'Expected price', 'Full name', 'Email', 'Phone'];
    for (const name of names) expect(screen.getByLabelText(name)).toBeVisible();
    expect(screen.getByLabelText(/^Description/)).toBeVisible();
    expect(screen.getByRole('radiogroup', { name: 'Condition' })).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'I have the charger' })).not.toBeChecked();
    expect(screen.getByText('JPEG, PNG or GIF, up to 5MB')).toBeVisible();
    const price = screen.getByLabelText('Expected price');
    expect([price.getAttribute('min'), price.getAttribute('step')]).toEqual(['1', '0.01']);
    expect(screen.getByText('$')).toBeVisible();
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('offers the specified values, and suggests the models of the brand (SELL-01, SELL-17 to SELL-20)', async () => {
    const { user } = await open();
    for (const [label, values] of [
      ['Brand', 'apple samsung google oneplus xiaomi huawei oppo vivo other'],
      ['Storage', '16 32 64 128 256 512 1024'],
      ['Color', 'black white silver gold rose-gold blue green red purple pink yellow orange other'],
    ] as const) {
      const options = [...screen.getByLabelText<HTMLSelectElement>(label).options].slice(1);
      expect(options.map(({ value }) => value).toSorted()).toEqual(values.split(' ').toSorted());
    }
    const conditions = screen.getAllByRole<HTMLInputElement>('radio').map(({ value }) => value);
    expect(conditions).toEqual(['excellent', 'good', 'fair', 'poor']);
    await user.selectOptions(screen.getByLabelText('Brand'), 'apple');
    const models = () =>
      [...document.querySelectorAll('datalist option')].map(({ textContent }) => textContent);
    await waitFor(() => expect(models()).toEqual(['iPhone 12', 'iPhone 13']));
  });
});

it('an estimate in dollars is shown while typing, or the promise of a quote where there is none (GEN-06, CONF-09, CONF-01)', async () => {
  const page = await open();
  await fillIn(page);
  const box = within(screen.getByRole('region', { name: 'Estimate' }));
  expect(await box.findByText('$240 to $310')).toBeVisible();
  expect(box.getByText('Estimate, not a quote')).toBeVisible();
  expect(box.getByText(/^iPhone 12, 128 GB, good, with charger\. /)).toBeVisible();
  await page.user.click(screen.getByRole('checkbox', { name: 'I have the charger' }));
  expect(await screen.findByText(/Our staff will quote within 24 hours\./)).toBeVisible();
});

describe('submitting the form', () => {
  it('shows missing fields and focuses the first (SELL-08, SELL-09)', async () => {
    const page = await open();
    await send(page);
    expect(screen.getByLabelText('Brand')).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill in all required fields');
    for (const name of ['Brand', 'Model', 'Storage', 'Color', 'Expected price', 'Email', 'Phone'])
      expect(screen.getByLabelText(name)).toHaveAccessibleDescription('Please fill in all required fields');
    expect(screen.getByRole('radiogroup')).toHaveAccessibleDescription('Please fill in all required fields');
    expect(screen.getByLabelText('Full name')).toHaveAccessibleDescription('Full name is required');
    expect((await axe.run(document.body)).violations).toEqual([]);
    expect(page.network.count(submitAddress)).toBe(0);
  });

  it.each<[string, string, string | RegExp, string]>([
    ['Email', 'aarati@nowhere', 'Please enter a valid email address', 'SELL-10'],
    ['Phone', '98055', 'Please enter a valid phone number', 'SELL-11'],
    ['Expected price', '0', 'Please enter a valid expected price', 'SELL-12'],
    ['Expected price', '1.234', 'Please enter a valid expected price', 'SELL-12'],
    ['Expected price', 'much', 'Please enter a valid expected price', 'SELL-12'],
    ['Expected price', '25,50', /^Do you mean 2550 or 25.50\?/, 'SELL-12'],
    ['IMEI (optional)', '49015420323751', /^One digit is missing/, 'SR-S9'],
    ['IMEI (optional)', '490154203237519', /^A digit of this IMEI is wrong/, 'SR-S9'],
    ['IMEI (optional)', '4901542O3237518', /^An IMEI has only digits/, 'SR-S9'],
    ['IMEI (optional)', '0'.repeat(15), /^This is not the number of a phone/, 'SR-S9'],
  ])('refuses %s "%s" at its field: %s (%s)', async (label, value, text) => {
    const page = await open({}, { user: seller });
    await fillIn(page);
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await send(page);
    expect(screen.getByLabelText(label)).toHaveFocus();
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text);
    expect(page.network.count(submitAddress)).toBe(0);
  });

  it("fills in the session's contact, sends all fields, and keeps the contact afterwards (SELL-03, SELL-05, SIL-48)", async () => {
    const { reply, requests: sentRequests } = submissions(acceptedReply);
    const page = await open({ [submitAddress]: reply }, { user: seller });
    await fillIn(page);
    const imei = screen.getByLabelText('IMEI (optional)');
    expect(imei).toHaveAccessibleDescription('Dial *#06# to see it. Optional: it makes the check faster.');
    await page.user.type(imei, '490154 20323751 8');
    const chosen = photo();
    await page.user.upload(photoInput(), chosen);
    const append = jest.spyOn(FormData.prototype, 'append');
    await send(page);
    expect(await screen.findByText(sentText)).toBeVisible();
    // The test network converts files to text, so the form data are checked.
    expect(append).toHaveBeenCalledWith('phoneImage', chosen);
    expect(sentRequests[0]?.body).toMatchObject({
      brand: 'apple',
      model: 'iPhone 12',
      storage: '128',
      color: 'blue',
      condition: 'good',
      expectedPrice: '310',
      hasCharger: 'true',
      imei: '490154 20323751 8',
      description: '',
      fullName: 'Aarati Gurung',
      contactEmail: 'aarati@kinmel.example',
      contactPhone: '+977 980 555 0147',
    });
    expect(screen.getByLabelText('Model')).toHaveValue('');
    expect(screen.getByLabelText('Full name')).toHaveValue('Aarati Gurung');
    expect(screen.getByLabelText('Email')).toHaveValue('aarati@kinmel.example');
  });

  it('accepts a success without a link, which then comes by mail (API-29, ERR-24)', async () => {
    const page = await open(
      { [submitAddress]: json({ success: true, message: sentText }, 201) },
      { user: seller },
    );
    await fillIn(page);
    await send(page);
    expect(await screen.findByText(sentText)).toBeVisible();
    expect(screen.getByText(/We send the quote, and the link .* to aarati@kinmel\.example\./)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Follow your request' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull();
  });

  it.each([
    ['/cart', 'Back to your cart'],
    [`/productdetails?device=1&id=${'a'.repeat(24)}`, 'Back to the product'],
    ['https://evil.example/cart', undefined],
    ['//evil.example/cart', undefined],
    ['/\\evil.example', undefined],
    ['/\t/evil.example?/cart', undefined],
    ['javascript:alert(1)', undefined],
    ['/cart/../login', undefined],
  ])('links back to %j only when it is a page of this shop', async (from, name) => {
    const address = `/sellyourphone?from=${encodeURIComponent(from)}`;
    const page = await open({ [submitAddress]: acceptedReply }, { user: seller, address });
    await fillIn(page);
    await send(page);
    await screen.findByText(sentText);
    const backLink = screen.queryByRole('link', { name: /^Back/ });
    expect([backLink?.textContent, backLink?.getAttribute('href')]).toEqual(
      name ? [name, from] : [undefined, undefined],
    );
  });

  it('hides its message after 5 seconds and keeps the link (ERR-24, SELL-04, API-29)', async () => {
    const page = await open({ [submitAddress]: acceptedReply }, { user: seller });
    await fillIn(page);
    jest.useFakeTimers({ advanceTimers: true });
    try {
      fireEvent.click(screen.getByRole('button', { name: 'Send request' }));
      expect(await screen.findByText(sentText)).toBeVisible();
      act(() => jest.advanceTimersByTime(5000));
    } finally {
      jest.useRealTimers();
    }
    expect(screen.queryByText(sentText)).not.toBeInTheDocument();
    expect(screen.getByText(/We send the link and the quote to aarati@kinmel\.example too/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Follow your request' })).toHaveAttribute('href', link);
    const writeText = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await page.user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(writeText).toHaveBeenCalledWith(`http://localhost${link}`);
  });

  it.each([
    [
      'the message of the server',
      problem(429, 'too-many-requests', 'Please try later.'),
      'Please try later.',
    ],
    ['its own text without a response', down, 'Failed to submit request'],
  ])('shows %s after a failure, and keeps the form (ERR-25, ERR-26, API-29)', async (_words, reply, text) => {
    const page = await open({ [submitAddress]: reply }, { user: seller });
    await fillIn(page);
    await send(page);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Model')).toHaveValue('iPhone 12');
    fireEvent.change(screen.getByLabelText('Expected price'), { target: { value: '300' } });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('a draft', () => {
  it('and the key of an unanswered submission survive a reload of the tab (SELL-03)', async () => {
    const { reply, requests: sentRequests } = submissions(down, acceptedReply);
    const firstVisit = await open({ [submitAddress]: reply }, { user: seller });
    await fillIn(firstVisit);
    await send(firstVisit);
    await screen.findByText('Failed to submit request');
    firstVisit.unmount();
    const secondVisit = await open({ [submitAddress]: reply }, { user: seller });
    expect(await screen.findByDisplayValue('iPhone 12')).toBe(screen.getByLabelText('Model'));
    expect(screen.getByRole('radio', { name: /^Good/ })).toBeChecked();
    await send(secondVisit);
    expect(await screen.findByText(sentText)).toBeVisible();
    expect(sentRequests[1]).toEqual(sentRequests[0]);
    secondVisit.unmount();
    await open({}, { user: seller });
    expect(screen.getByLabelText('Model')).toHaveValue('');
  });

  it('shows that a submission whose photo is lost had arrived, without a second request', async () => {
    const { reply, requests: sentRequests } = submissions(
      down,
      problem(409, 'key-reused', 'This key was used.'),
    );
    const firstVisit = await open({ [submitAddress]: reply }, { user: seller });
    await fillIn(firstVisit);
    await firstVisit.user.upload(photoInput(), photo());
    await send(firstVisit);
    await screen.findByText('Failed to submit request');
    firstVisit.unmount();
    const secondVisit = await open({ [submitAddress]: reply }, { user: seller });
    await screen.findByDisplayValue('iPhone 12');
    await send(secondVisit);
    expect(await screen.findByText('This was sent before. We write you its link by mail.')).toBeVisible();
    expect(new Set(sentRequests.map(({ key }) => key)).size).toBe(1);
  });
});

describe('the photo', () => {
  it('shows the upload progress, and the upload can be cancelled (SELL-02, SELL-03)', async () => {
    const { reply, requests: sentRequests } = submissions(() => new Promise(() => {}), acceptedReply);
    const page = await open({ [submitAddress]: reply }, { user: seller });
    await fillIn(page);
    await page.user.upload(photoInput(), photo());
    await send(page);
    expect(await screen.findByRole('progressbar', { name: 'Uploading your photo: 50 %' })).toHaveValue(50);
    await page.user.click(screen.getByRole('button', { name: 'Cancel upload' }));
    const text = 'You stopped the sending. Press the button to send it after all.';
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send request' })).toHaveFocus();
    await send(page);
    expect(await screen.findByText(sentText)).toBeVisible();
    expect(new Set(sentRequests.map(({ key }) => key)).size).toBe(1);
    expect(screen.queryByRole('img', { name: 'Preview of your phone' })).not.toBeInTheDocument();
  });

  it('has a preview when chosen or dropped, can be removed, and is refused when it is not a picture (SELL-02, SELL-15)', async () => {
    const { user } = await open();
    await user.upload(photoInput(), photo());
    const shown = await screen.findByRole('img', { name: 'Preview of your phone' });
    expect(shown).toHaveAttribute('src', expect.stringMatching(/^data:image\/png;base64,/));
    await user.click(screen.getByRole('button', { name: 'Remove photo' }));
    expect(screen.queryByRole('img', { name: 'Preview of your phone' })).not.toBeInTheDocument();
    expect(photoInput()).toHaveFocus();
    fireEvent.drop(photoInput(), { dataTransfer: { files: [photo()] } });
    fireEvent.error(await screen.findByRole('img', { name: 'Preview of your phone' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Please upload only JPEG, PNG, or GIF images');
    expect(screen.queryByRole('img', { name: 'Preview of your phone' })).not.toBeInTheDocument();
  });

  it('is read before the form can be sent, and only the one chosen last', async () => {
    const openCallbacks: (() => void)[] = [];
    const picture = { width: 1, height: 1, close: () => {} };
    const createImageBitmap = () => new Promise((open) => openCallbacks.push(() => open(picture)));
    Object.assign(globalThis, { createImageBitmap });
    const page = await open({ [submitAddress]: acceptedReply }, { user: seller });
    await fillIn(page);
    await page.user.upload(photoInput(), photo(5));
    await page.user.upload(photoInput(), photo(7));
    expect(photoInput()).toHaveAccessibleDescription('Reading your photo...');
    await send(page);
    expect(page.network.count(submitAddress)).toBe(0);
    for (const open of openCallbacks.toReversed()) await act(async () => open());
    await send(page);
    expect(await screen.findByText(sentText)).toBeVisible();
    expect(page.network.count(submitAddress)).toBe(1);
  });

  it('must be chosen again after a reload, and not after it was sent (SELL-02)', async () => {
    const lostPhotoText = 'Your photo phone.png was not kept. Please choose it again.';
    const firstVisit = await open();
    await firstVisit.user.upload(photoInput(), photo());
    firstVisit.unmount();
    const secondVisit = await open({ [submitAddress]: acceptedReply }, { user: seller });
    expect(await screen.findByText(lostPhotoText)).toBeVisible();
    await fillIn(secondVisit);
    await secondVisit.user.upload(photoInput(), photo());
    expect(screen.queryByText(lostPhotoText)).not.toBeInTheDocument();
    await send(secondVisit);
    expect(await screen.findByText(sentText)).toBeVisible();
    secondVisit.unmount();
    await open();
    expect(screen.queryByText(lostPhotoText)).not.toBeInTheDocument();
  });

  it.each([
    ['without a byte', photo(0), 'Please upload only JPEG, PNG, or GIF images', 'SELL-15'],
    ['of 5 MB and a byte', photo(5_242_881), 'File size must be less than 5MB', 'SELL-14'],
    ['of another type', photo(10, 'image/webp'), 'Please upload only JPEG, PNG, or GIF images', 'SELL-15'],
  ])('%s is refused at its field: %s (%s)', async (_what, file, text) => {
    await open();
    fireEvent.drop(photoInput(), { dataTransfer: { files: [file] } });
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(photoInput()).toHaveAccessibleDescription(expect.stringContaining(text));
    expect(screen.queryByRole('button', { name: 'Remove photo' })).not.toBeInTheDocument();
  });

  it('of exactly 5 MB is accepted (CONF-45)', async () => {
    await open();
    fireEvent.drop(photoInput(), { dataTransfer: { files: [photo(5_242_880)] } });
    expect(await screen.findByRole('button', { name: 'Remove photo' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
