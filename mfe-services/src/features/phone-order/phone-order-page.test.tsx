import {
  type Answers,
  aPolicy,
  aUser,
  down,
  json,
  problem,
  type RenderPageOptions,
  renderPage,
} from '@kinmel/testing/page';
import { fireEvent, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { submissions } from '../../testing/submissions.ts';
import PhoneOrderPage from './phone-order-page.tsx';

const orderAddress = 'POST /api/admin/phone-orders';
const phonesAddress = (page: number) =>
  `/api/products?category=smartphone%2Cpremiumsmartphones%2Cgalaxyproducts&page=${page}&limit=100`;
const link = `/request-links/${'t'.repeat(43)}`;

const phone = (name: string, color: string, storage: string, price: number) => ({
  name,
  brand: 'Apple',
  price,
  specs: { color, storage },
});
const phones = [
  phone('iPhone 15', 'Black', '128 GB', 100_000),
  phone('iPhone 15', 'Black', '256 GB', 120_000),
  phone('iPhone 15', 'Blue', '256 GB', 121_000),
  phone('iPhone 16', 'White', '512 GB', 180_000),
];
const page = (data: unknown[], totalPages = 1) => ({ success: true, data, pagination: { totalPages } });

const acceptOrder = async (request: Request) => {
  const data = { ...((await request.json()) as object), totalPrice: 240_000 };
  return Response.json({ success: true, message: 'Thank you.', data, trackingLink: link }, { status: 201 });
};

const open = (answers: Answers = {}, options: RenderPageOptions = {}) =>
  renderPage(<PhoneOrderPage />, {
    address: '/newphonebooking',
    answers: {
      [phonesAddress(1)]: page(phones),
      '/api/policy': { success: true, data: aPolicy() },
      ...answers,
    },
    ...options,
  });
type Page = Awaited<ReturnType<typeof open>>;

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const optionsOf = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text).slice(1);
async function fillIn({ user }: Page) {
  fill('Name', 'Chandra Thapa');
  fill('Email', 'chandra@kinmel.example');
  fill('Phone', '9812345678');
  await user.selectOptions(await screen.findByLabelText('Model'), 'iPhone 15');
  await user.selectOptions(screen.getByLabelText('Color'), 'Black');
  await user.selectOptions(screen.getByLabelText('Storage'), '256 GB');
  fill('Address', 'Thamel 12, Kathmandu');
}
const send = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Order phone' }));

afterEach(() => sessionStorage.clear());

describe('/newphonebooking', () => {
  it('has all fields in four sections (ROUTE-12, GEN-10, NPB-01 to NPB-04, NPB-09, NPB-11, NPB-30)', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'New phone booking' })).toBeVisible();
    for (const name of [
      'Personal information',
      'Phone selection',
      'Payment and delivery',
      'Additional information',
    ])
      expect(screen.getByRole('group', { name })).toBeVisible();
    expect(await screen.findByLabelText('Model')).toBeVisible();
    const labels = ['Name', 'Email', 'Phone', 'Color', 'Storage', 'Address'];
    for (const label of [...labels, 'Budget (optional)', 'Message (optional)'])
      expect(screen.getByLabelText(label)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Quantity of phones' })).toHaveValue('1');
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('shows the choices of payment, delivery and priority (NPB-12 to NPB-17)', async () => {
    await open();
    for (const [name, ...choices] of [
      ['Payment', 'Full payment', 'Installments'],
      ['Delivery or pickup', 'Delivery', 'Pickup'],
      ['Priority', 'Standard3-5 business days', 'Express1-2 business days', 'UrgentSame day'],
    ]) {
      const radios = within(screen.getByRole('radiogroup', { name })).getAllByRole('radio');
      expect(radios.map((radio) => radio.closest('label')?.textContent)).toEqual(
        choices.map((choice) => expect.stringMatching(new RegExp(`^${choice}`))),
      );
    }
  });
});

describe('the phones of the catalogue', () => {
  it('are offered by name with their colors and storages (SIL-41)', async () => {
    const { user } = await open({
      [phonesAddress(1)]: page(phones.slice(0, 2), 2),
      [phonesAddress(2)]: page(phones.slice(2)),
    });
    await screen.findByLabelText('Model');
    expect(optionsOf('Model')).toEqual(['iPhone 15', 'iPhone 16']);
    await user.selectOptions(screen.getByLabelText('Model'), 'iPhone 15');
    expect(optionsOf('Color')).toEqual(['Black', 'Blue']);
    expect(optionsOf('Storage')).toEqual(['128 GB', '256 GB']);
    await user.selectOptions(screen.getByLabelText('Color'), 'Blue');
    await user.selectOptions(screen.getByLabelText('Model'), 'iPhone 16');
    expect(screen.getByLabelText('Color')).toHaveValue('White');
    expect(screen.getByLabelText('Storage')).toHaveValue('512 GB');
  });

  it('have a total in rupees (CONF-33, CONF-01, NPB-28)', async () => {
    const current = await open();
    expect(await screen.findByText('Choose model, color and storage to see the price.')).toBeVisible();
    expect(screen.queryByText('N/A')).toBeNull();
    await fillIn(current);
    expect(screen.getByText('NPR 120,000')).toBeVisible();
    await current.user.click(screen.getByRole('button', { name: 'Increase quantity of phones' }));
    expect(screen.getByText('NPR 240,000')).toBeVisible();
    const quantity = screen.getByRole('textbox', { name: 'Quantity of phones' });
    fireEvent.change(quantity, { target: { value: '11' } });
    fireEvent.blur(quantity);
    expect(quantity).toHaveValue('10');
  });

  it('leave the form usable while loading, empty and failed, with the price N/A (SIL-41, CONF-33)', async () => {
    const { user, network } = await open({ [phonesAddress(1)]: down });
    expect(await screen.findByText(/^The phones of the shop could not be loaded\./)).toBeVisible();
    expect(optionsOf('Model')).toContain('Google Pixel 9 Pro');
    expect(optionsOf('Storage')).toContain('1024 GB');
    for (const [label, value] of [
      ['Model', 'Google Pixel 9 Pro'],
      ['Color', optionsOf('Color').at(-1) ?? ''],
      ['Storage', '1024 GB'],
    ] as const)
      await user.selectOptions(screen.getByLabelText(label), value);
    expect(screen.getByText('N/A')).toBeVisible();
    expect(screen.getByText('Our team tells you the price of this phone.')).toBeVisible();
    network.answer({ [phonesAddress(1)]: page(phones) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('option', { name: 'iPhone 16' })).toBeInTheDocument();
    network.answer({ [phonesAddress(1)]: page([]) });
  });
});

describe('submitting the order', () => {
  it('without a required value shows errors at the fields, focuses the first, and sends nothing (NPB-18 to NPB-24, NPB-27, CONF-31, NPB-33)', async () => {
    const current = await open();
    await screen.findByLabelText('Model');
    fill('Name', '   ');
    await send(current);
    expect(screen.getByLabelText('Name')).toHaveFocus();
    for (const label of ['Name', 'Email', 'Phone', 'Model', 'Color', 'Storage', 'Address'])
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(`Please fill in ${label}`);
    for (const label of ['Budget (optional)', 'Message (optional)'])
      expect(screen.getByLabelText(label)).toBeValid();
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Please fill in Name',
    ]);
    expect(current.network.count(orderAddress)).toBe(0);
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('needs date and time from today on for a pickup, shows the opening hours, and sends no address (NPB-25, NPB-26, NPB-29, NPB-31, INFO-04, SIL-61)', async () => {
    const { reply, requests: sentRequests } = submissions(acceptOrder);
    const current = await open({ [orderAddress]: reply });
    await fillIn(current);
    expect(current.network.count('GET /api/policy')).toBe(0);
    await current.user.click(screen.getByRole('radio', { name: /^Pickup/ }));
    const hours = 'Office hours: Mon-Fri 8am to 5pm.';
    expect(await screen.findByText(hours)).toBeVisible();
    expect(screen.getByLabelText('Preferred time')).toHaveAccessibleDescription(hours);
    expect(screen.queryByLabelText('Address')).not.toBeInTheDocument();
    await send(current);
    expect(screen.getByLabelText('Preferred date')).toHaveFocus();
    expect(screen.getByLabelText('Preferred date')).toHaveAccessibleDescription('Please choose a date');
    expect(screen.getByLabelText('Preferred time')).toHaveAccessibleDescription(/^Please choose a time/);
    fill('Preferred date', '2020-01-02');
    fill('Preferred time', '10:30');
    await send(current);
    expect(screen.getByLabelText('Preferred date')).toHaveAccessibleDescription(
      'The date cannot be before today',
    );
    expect(sentRequests).toEqual([]);
    fill('Preferred date', '2099-11-24');
    await send(current);
    expect(await screen.findByText('Pickup, Tuesday 24 November 2099, 10:30')).toBeVisible();
    expect(sentRequests[0]?.body).toMatchObject({
      address: '',
      preferredDate: '2099-11-24',
      preferredTime: '10:30',
    });
  });

  it('works without an account and ends in a summary; another order starts with an empty form (NPB-05 to NPB-09, NPB-32, NPB-34, NPB-35, CONF-30, CONF-32)', async () => {
    const { reply, requests: sentRequests } = submissions(acceptOrder);
    const current = await open({ [orderAddress]: reply });
    await fillIn(current);
    await current.user.click(screen.getByRole('button', { name: 'Increase quantity of phones' }));
    await send(current);
    expect(await screen.findByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
    expect(
      screen.getByText(/^A confirmation e-mail was sent to chandra@kinmel\.example\./),
    ).toHaveTextContent('Our team will contact you within 24 hours.');
    for (const fact of ['iPhone 15, 256 GB, Black', 'NPR 240,000', 'Delivery to Thamel 12, Kathmandu'])
      expect(screen.getByText(fact)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Follow your request' })).toHaveAttribute('href', link);
    expect(sentRequests[0]?.body).toEqual({
      name: 'Chandra Thapa',
      email: 'chandra@kinmel.example',
      phone: '9812345678',
      model: 'iPhone 15',
      color: 'Black',
      storage: '256 GB',
      quantity: 2,
      paymentMethod: 'full',
      deliveryMethod: 'delivery',
      address: 'Thamel 12, Kathmandu',
      preferredDate: '',
      preferredTime: '',
      priority: 'standard',
      budget: '',
      message: '',
    });
    expect((await axe.run(document.body)).violations).toEqual([]);
    await current.user.click(screen.getByRole('button', { name: 'Order Another Phone' }));
    expect(await screen.findByLabelText('Model')).toHaveValue('');
    expect(screen.getByLabelText('Name')).toHaveValue('');
    expect(screen.getByLabelText('Name')).toHaveFocus();
  });

  it.each([
    ['a refusal', problem(429, 'too-many-requests', 'Please try later.'), 'Please try later.'],
    ['an answer without words', json({}, 500), 'Failed to create phone order'],
    ['no answer', down, 'Failed to create phone order. Please try again.'],
  ])(
    'shows %s in an alert box, which disappears when a field is edited (ERR-29, NPB-10, AERR-19)',
    async (_what, reply, text) => {
      const current = await open({ [orderAddress]: reply });
      await fillIn(current);
      await send(current);
      expect(await screen.findByRole('alert')).toHaveTextContent(text);
      fill('Message (optional)', 'Soon, please.');
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      expect(screen.getByLabelText('Name')).toHaveValue('Chandra Thapa');
    },
  );

  it('fills in contact and address of the session', async () => {
    await open({}, { user: aUser({ location: 'Patan' }) });
    expect(screen.getByLabelText('Name')).toHaveValue('Aarati Gurung');
    expect(screen.getByLabelText('Address')).toHaveValue('Patan');
  });
});
