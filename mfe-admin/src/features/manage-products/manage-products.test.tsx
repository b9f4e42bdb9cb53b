import type { AdminProduct } from '@kinmel/contracts';
import { emptyProductTexts } from '@kinmel/contracts/browser';
import { type Answers, axeViolations, down, json, problem, recordBodies } from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import { dialog, noteDownloads, rowWith } from '../../testing/list-page.ts';
import { openPage } from '../../testing/open-page.tsx';
import { anAdminProduct, listAnswer, openListAnswer } from '../../testing/products.ts';

const page = 'page=1&limit=8';
const openList = (query = page) => `GET /api/products?${query}`;
const ownList = (query = page) => `GET /api/admin/products?${query}`;

const phones = [1, 2, 3].map((number) => anAdminProduct(number));
const [first, second] = phones as [AdminProduct, AdminProduct];

const answersOf = (products: readonly AdminProduct[], query = page, total = products.length): Answers => ({
  [openList(query)]: openListAnswer(products, total),
  [ownList(query)]: listAnswer(products, total),
});

const categories = [
  'All',
  'Smartphone',
  'Laptop',
  'Watch',
  'Earphones',
  'Premium smartphones',
  'Galaxy products',
];
const openProducts = (answers: Answers = answersOf(phones), address = '/products') =>
  openPage('/products', { address, answers });

const rowOf = (name: string) => rowWith('Products', name);

const openModal = async (name = 'Phone 1', answers: Answers = {}) => {
  const formPage = await openProducts({ ...answersOf(phones), ...answers });
  await formPage.user.click(await screen.findByRole('button', { name: `Edit ${name}` }));
  return { ...formPage, dialog: within(await screen.findByRole('dialog', { name: `Edit ${name}` })) };
};

const retype = async (
  formPage: Awaited<ReturnType<typeof openModal>>,
  label: string | RegExp,
  text: string,
) => {
  const field = formPage.dialog.getByLabelText(label);
  await formPage.user.clear(field);
  if (text !== '') await formPage.user.type(field, text);
};

const save = ({ user, dialog }: Awaited<ReturnType<typeof openModal>>) =>
  user.click(dialog.getByRole('button', { name: 'Save changes' }));

describe('the list of products', () => {
  it('distinguishes products of the same name by storage and color', async () => {
    const iphone = (number: number, storage: string) =>
      anAdminProduct(number, { name: 'iPhone 13 Pro', specs: { storage, color: 'Graphite' } });
    await openProducts(answersOf([iphone(1, '128 GB'), iphone(2, '256 GB')]));
    expect(await screen.findByText('128 GB, Graphite')).toBeVisible();
    expect(screen.getByText('256 GB, Graphite')).toBeVisible();
  });

  it.each([
    [json({ success: true }), 'Invalid response format'],
    [json('no', 500), 'Failed to fetch products'],
    [down, 'Failed to fetch products'],
  ])('shows why both lists failed, with Retry (AERR-24, API-39, CONF-39, CONF-40)', async (reply, text) => {
    const { network, user } = await openProducts({ [openList()]: reply, [ownList()]: reply });
    expect(await screen.findByText(text)).toBeVisible();
    network.answer(answersOf(phones));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await rowOf('Phone 1')).toBeDefined();
    expect(screen.queryByText(text)).toBeNull();
  });

  it('says "Invalid response format" for the stock alone when only the staff list is malformed (API-39, CONF-39)', async () => {
    await openProducts({ ...answersOf(phones), [ownList()]: json({ success: true }) });
    expect(await screen.findByText('Pieces could not be loaded: Invalid response format')).toBeVisible();
    expect(await rowOf('Phone 1')).toBeDefined();
  });

  it('shows eight products per page (AGATE-07, APROD-03, AAPI-25, AAPI-26)', async () => {
    const eight = Array.from({ length: 8 }, (_, index) => anAdminProduct(index + 1));
    const { user, address, network } = await openProducts({
      ...answersOf(eight, page, 9),
      ...answersOf([anAdminProduct(9)], 'page=2&limit=8', 9),
    });
    expect(await screen.findByRole('link', { name: 'Phone 8' })).toBeVisible();
    expect(within(screen.getByRole('grid', { name: 'Products' })).getAllByRole('row')).toHaveLength(9);
    expect(screen.getByText('1 to 8 of 9')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('link', { name: 'Phone 9' })).toBeVisible();
    expect(address()).toBe('/products?page=2');
    expect(network.count(openList())).toBe(1);
  });

  it('shows prices in dollars, stock and its state (APROD-08, SIL-22)', async () => {
    await openProducts(
      answersOf([
        { ...first, price: 1234.5, oldPrice: 2000, stock: 40 },
        { ...second, stock: 0 },
        anAdminProduct(3, { stock: 3 }),
        anAdminProduct(4, { isAvailable: false }),
      ]),
    );
    const row = await rowOf('Phone 1');
    for (const text of ['$9.14', 'NPR 1,234.50', '$14.81', 'NPR 2,000'])
      expect(await row.findByText(text)).toBeVisible();
    expect(row.getByText('40')).toBeVisible();
    expect(row.getByText('In stock')).toBeVisible();
    expect((await rowOf('Phone 2')).getByText('Sold out')).toBeVisible();
    expect((await rowOf('Phone 3')).getByText('Low stock')).toBeVisible();
    expect((await rowOf('Phone 4')).getByText('Switched off')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
  });

  it('searches and filters by six categories from page 1 (APROD-01, APROD-02, APROD-07, SIL-54, SIL-55)', async () => {
    const { user, address } = await openProducts(
      {
        ...answersOf(phones, 'page=2&limit=8', 11),
        ...answersOf([second], `search=gal&${page}`),
        ...answersOf([first], `search=gal&category=watch&${page}`),
      },
      '/products?page=2',
    );
    await user.type(await screen.findByRole('searchbox', { name: 'Search products' }), 'gal{Enter}');
    expect(await screen.findByRole('link', { name: 'Phone 2' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Phone 1' })).toBeNull());
    expect(address()).toBe('/products?search=gal');
    const group = within(screen.getByRole('group', { name: 'Category' }));
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(categories);
    await user.click(group.getByRole('button', { name: 'Watch' }));
    expect(await screen.findByRole('link', { name: 'Phone 1' })).toBeVisible();
    expect(address()).toBe('/products?category=watch&search=gal');
    expect(group.getByRole('button', { name: 'Watch' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('requests only the staff list for a stock filter, with the threshold of the address', async () => {
    const { user, address, network } = await openProducts({
      ...answersOf(phones),
      [ownList(`minStock=1&maxStock=5&${page}`)]: listAnswer([second]),
      [ownList(`minStock=1&maxStock=10&${page}`)]: listAnswer([first, second]),
      [ownList(`maxStock=0&${page}`)]: listAnswer([]),
    });
    await screen.findByRole('link', { name: 'Phone 1' });
    await user.selectOptions(screen.getByLabelText('Stock'), 'Low stock');
    await waitFor(() => expect(address()).toBe('/products?stock=low'));
    await user.selectOptions(await screen.findByLabelText('Low stock means'), '10 or fewer');
    await waitFor(() => expect(address()).toBe('/products?stock=low&low=10'));
    await user.selectOptions(screen.getByLabelText('Stock'), 'Sold out');
    expect(await screen.findByText('No products found')).toBeVisible();
    expect(network.count(openList())).toBe(1);
  });

  it('works without the staff list, and retries it', async () => {
    const { user, network } = await openProducts({
      [openList()]: openListAnswer(phones),
      [ownList()]: problem(503, 'service-unavailable', 'Please try again later.'),
    });
    expect(await screen.findByText('Pieces could not be loaded.')).toBeVisible();
    const row = await rowOf('Phone 1');
    expect(row.getByText('In stock')).toBeVisible();
    await user.click(row.getByRole('button', { name: 'Edit Phone 1' }));
    expect(dialog('Edit Phone 1').getByLabelText(/^Pieces/)).toHaveAttribute('readonly');
    await user.click(dialog('Edit Phone 1').getByRole('button', { name: 'Cancel' }));
    network.answer({ [ownList()]: listAnswer(phones) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await (await rowOf('Phone 1')).findByText('12')).toBeVisible();
  });
});

describe('the CSV of the list', () => {
  it('is requested with filter, order and shown columns', async () => {
    const query = 'search=pixel&category=watch&sort=price_asc';
    const downloads = noteDownloads();
    const { user } = await openProducts(
      {
        [openList(`${query}&${page}`)]: openListAnswer(phones),
        [ownList(`${query}&${page}`)]: listAnswer(phones),
        [`GET /api/admin/products/export?${query}&columns=name%2Ccategory%2Cprice%2Cstock%2CisAvailable`]:
          () => new Response('Product\r\n', { headers: { 'Content-Type': 'text/csv' } }),
      },
      '/products?search=pixel&category=watch&order=price-up&hide=brand,oldPrice',
    );
    await screen.findByRole('link', { name: 'Phone 1' });
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(downloads).toEqual(['products.csv']));
    jest.restoreAllMocks();
  });
});

describe('deleting a product', () => {
  const call = `DELETE /api/products/${first.id}?version=${first.version}`;
  const ask = async (answers: Answers = {}) => {
    const formPage = await openProducts({ ...answersOf(phones), ...answers });
    await formPage.user.click(await screen.findByRole('button', { name: 'Delete Phone 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete product' }));
    return { ...formPage, dialog };
  };

  it('asks first and does nothing on Cancel (APROD-05, APROD-06)', async () => {
    const { user, dialog, network } = await ask();
    expect(
      dialog.getByText(
        'Are you sure you want to permanently delete "Phone 1"? This action cannot be undone.',
      ),
    ).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(network.requests.some((request) => request.startsWith('DELETE'))).toBe(false);
  });

  it('deletes the version that was shown, and asks again after a concurrent change (AAPI-33, APROD-05, SIL-02, S-10)', async () => {
    const fresh = { ...first, price: 1250, version: first.version + 1 };
    const { user, dialog, network } = await ask({
      [call]: problem(409, 'version-conflict', 'Changed.'),
      [`DELETE /api/products/${first.id}?version=${fresh.version}`]: { success: true, data: fresh },
      [`GET /api/admin/products?ids=${first.id}&limit=1`]: listAnswer([fresh]),
    });
    network.answer(answersOf([fresh, second]));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText(/It is Phone 1, \$9\.26 · NPR 1,250, 12 pieces now/)).toBeVisible();
    expect(await (await rowOf('Phone 1')).findByText('$9.26')).toBeInTheDocument();
    network.answer(answersOf([second]));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Product deleted successfully!')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Phone 1' })).toBeNull());
  });

  it.each([
    ["the server's message", problem(409, 'conflict', 'This cannot be.'), 'This cannot be.'],
    [
      'a default message when the server sends none (AERR-25, CONF-41)',
      json({}, 500),
      'Failed to delete product',
    ],
    ['that the call failed (AERR-26, CONF-41)', down, 'Error deleting product'],
  ])('shows %s, and keeps the row', async (_, reply, text) => {
    const { user, dialog } = await ask({ [call]: reply });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText(text)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('link', { name: 'Phone 1' })).toBeVisible();
  });
});

it.each([
  ['deleted meanwhile', first.id, listAnswer([])],
  ['invalid', 'zzz', problem(400, 'invalid-request', 'The id is not valid.')],
])(
  'reports that the product of a shared link does not exist (%s), and shows the list (APROD-04, F-10)',
  async (_, record, answer) => {
    const { user, address } = await openProducts(
      { ...answersOf([second]), [`GET /api/admin/products?ids=${record}&limit=1`]: answer },
      `/products?record=${record}`,
    );
    expect(await screen.findByText('There is no such product any more.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close message' }));
    expect(address()).toBe('/products');
  },
);

describe('the edit modal', () => {
  const put = `PUT /api/products/${first.id}`;

  it('opens by the address with the fields of the product (APROD-04)', async () => {
    const { dialog, address } = await openModal();
    expect(address()).toBe(`/products?record=${first.id}`);
    expect(dialog.getByLabelText('Product name')).toHaveValue('Phone 1');
    expect(dialog.getByLabelText('Price')).toHaveValue('1000');
    expect(dialog.getByLabelText('Pieces')).toHaveValue('12');
  });

  it("marks invalid fields, and shows the server's refusal at its field (APROD-09, APROD-14, APROD-18)", async () => {
    const message = 'The server has no such category';
    const formPage = await openModal('Phone 1', {
      [put]: problem(400, 'invalid-request', 'Not this one', [{ path: 'category', message }]),
    });
    const field = formPage.dialog.getByLabelText('Category');
    await retype(formPage, 'Product name', '');
    await formPage.user.selectOptions(field, '');
    await save(formPage);
    expect(await formPage.dialog.findByText('Product name is required')).toBeVisible();
    expect(screen.getByText('Please fix the validation errors before saving')).toBeVisible();
    expect(formPage.dialog.getByLabelText('Product name')).toBeInvalid();
    expect(await axeViolations()).toEqual([]);
    expect(formPage.dialog.getByText('Category is required')).toBeVisible();
    expect(formPage.network.count(put)).toBe(0);
    await retype(formPage, 'Product name', 'Mine');
    await formPage.user.selectOptions(field, 'watch');
    await save(formPage);
    expect(await formPage.dialog.findByText(message)).toBeVisible();
    expect(field).toHaveAccessibleDescription(new RegExp(message));
    expect(formPage.network.count(put)).toBe(1);
  });

  it.each([
    [
      'the server\'s "message" (AAPI-32, CONF-42)',
      problem(409, 'conflict', 'Others are at it.'),
      'Others are at it.',
    ],
    ['"Failed to update product" (AERR-27)', json({}, 500), 'Failed to update product'],
    ['"Network error, please try again." (AERR-29)', down, 'Network error, please try again.'],
  ])('shows %s and keeps the input', async (_, reply, text) => {
    const formPage = await openModal('Phone 1', { [put]: reply });
    await retype(formPage, 'Product name', 'Mine');
    await save(formPage);
    expect(await formPage.dialog.findByText(text)).toBeVisible();
    expect(formPage.dialog.getByLabelText('Product name')).toHaveValue('Mine');
  });

  it('sends the listed fields, and shows concurrent changes beside the entered values (AAPI-30, APROD-16, S-10)', async () => {
    const fresh = { ...first, name: 'Theirs', brand: 'Nokia', version: 4, stock: 9 };
    const refused = recordBodies(problem(409, 'version-conflict', 'This product was changed.'));
    const formPage = await openModal('Phone 1', {
      [put]: refused.reply,
      [`GET /api/admin/products?ids=${first.id}&limit=1`]: listAnswer([fresh]),
    });
    await retype(formPage, 'Product name', 'Mine');
    await retype(formPage, 'Price', '1100');
    await save(formPage);
    expect(await formPage.dialog.findByText(/Somebody else changed this meanwhile/)).toBeVisible();
    const { brand, description, category, featured, specs, version } = first;
    const texts = { ...emptyProductTexts, brand, description };
    const listed = { ...texts, category, featured, specs, version, inStock: true };
    // Without an old price, none is sent.
    expect(refused.bodies).toEqual([{ ...listed, name: 'Mine', price: 1100 }]);
    expect(formPage.dialog.getByLabelText('Product name')).toHaveValue('Mine');
    expect(formPage.dialog.getByLabelText('Price')).toHaveValue('1100');
    expect(formPage.dialog.getByText('Theirs')).toBeVisible();
    // Untouched fields get the current values.
    expect(formPage.dialog.getByLabelText(/^Brand/)).toHaveValue('Nokia');
    expect(formPage.dialog.getByLabelText('Pieces')).toHaveValue('9');
    await formPage.user.click(formPage.dialog.getByRole('button', { name: 'Use the current Product name' }));
    expect(formPage.dialog.getByLabelText('Product name')).toHaveValue('Theirs');
    const saved = recordBodies(json({ success: true, message: 'x', data: { ...fresh, version: 5 } }));
    formPage.network.answer({ [put]: saved.reply });
    await save(formPage);
    expect(await screen.findByText('Product updated successfully!')).toBeVisible();
    expect(saved.bodies).toMatchObject([{ name: 'Theirs', brand: 'Nokia', price: 1100, version: 4 }]);
    await waitFor(() => expect(formPage.address()).toBe('/products'));
  });

  it('disables Save after another user has deleted the product', async () => {
    const formPage = await openModal('Phone 1', {
      [put]: problem(404, 'not-found', 'This product does not exist.'),
      [`GET /api/admin/products?ids=${first.id}&limit=1`]: listAnswer([]),
    });
    await retype(formPage, 'Product name', 'Mine');
    await save(formPage);
    expect(await formPage.dialog.findByText(/was deleted by someone else/)).toBeVisible();
    expect(formPage.dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  });
});

describe('a bulk update of products', () => {
  const call = 'POST /api/admin/products/bulk';
  const select = async (answers: Answers, ...names: string[]) => {
    const formPage = await openProducts({ ...answersOf(phones), ...answers });
    for (const name of names)
      await formPage.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    return formPage;
  };
  const confirm = async (user: Awaited<ReturnType<typeof select>>['user'], step: string) => {
    await user.click(screen.getByRole('button', { name: step }));
    const dialog = within(await screen.findByRole('dialog', { name: new RegExp(`^${step}`) }));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain('Phone 1');
    await user.click(dialog.getByRole('button', { name: step }));
  };

  it('sends each product with its version, after one confirmation', async () => {
    const { reply, bodies } = recordBodies(
      json({ success: true, data: [first, second].map(({ id }) => ({ id, problem: null })) }),
    );
    const { user } = await select({ [call]: reply }, 'Phone 1', 'Phone 2');
    expect(screen.getByText('2 products selected')).toBeVisible();
    await confirm(user, 'Switch off');
    expect(await screen.findByText('2 products switched off.')).toBeVisible();
    expect(bodies).toEqual([
      {
        change: 'switch-off',
        products: [first, second].map(({ id, version }) => ({ id, version })),
      },
    ]);
    await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull());
  });

  it('keeps refused products selected with the reason, but not deleted ones (APROD-05)', async () => {
    const { user } = await select(
      {
        [call]: {
          success: true,
          data: [
            { id: first.id, problem: { code: 'not-found', message: 'Product not found' } },
            { id: second.id, problem: { code: 'version-conflict', message: 'Changed by someone else.' } },
          ],
        },
        [`GET /api/admin/products?ids=${first.id},${second.id}&limit=2`]: listAnswer([
          { ...second, version: 5 },
        ]),
      },
      'Phone 1',
      'Phone 2',
    );
    await confirm(user, 'Delete');
    expect(await screen.findByText('0 products deleted, 2 not:')).toBeVisible();
    expect(screen.getByText(/Changed by someone else\./)).toBeVisible();
    expect(await screen.findByText('1 product selected')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select Phone 2' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Close message' }));
    expect(screen.queryByText(/Product not found/)).toBeNull();
  });

  it('keeps the selection when the request fails', async () => {
    const { user } = await select({ [call]: down }, 'Phone 1');
    await confirm(user, 'Switch on');
    expect(await screen.findByText('Network error, please try again.')).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select Phone 1' })).toBeChecked();
  });
});
