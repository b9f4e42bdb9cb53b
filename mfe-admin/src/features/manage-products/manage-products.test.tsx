import type { AdminProduct } from '@kinmel/contracts';
import { type Answers, down, held, json, noting, problem } from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import { checkForm, formOf, modalTexts } from '../../products/product-form.rules.ts';
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

const openProducts = (answers: Answers = answersOf(phones), address = '/products') =>
  openPage('/products', { address, answers });

const rowOf = async (name: string) => {
  const cell = await screen.findByRole('link', { name });
  const row = cell.closest('tr');
  if (!row) throw new Error(`${name} stands in no row.`);
  return within(row);
};

const openModal = async (name = 'Phone 1', answers: Answers = {}) => {
  const opened = await openProducts({ ...answersOf(phones), ...answers });
  await opened.user.click(await screen.findByRole('button', { name: `Edit ${name}` }));
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: `Edit ${name}` })) };
};

const retype = async (
  opened: Awaited<ReturnType<typeof openModal>>,
  label: string | RegExp,
  text: string,
) => {
  const field = opened.dialog.getByLabelText(label);
  await opened.user.clear(field);
  if (text !== '') await opened.user.type(field, text);
};

const save = ({ user, dialog }: Awaited<ReturnType<typeof openModal>>) =>
  user.click(dialog.getByRole('button', { name: 'Save changes' }));

afterEach(() => sessionStorage.clear());

describe('the list of products', () => {
  it('distinguishes products of the same name by storage and color (issue 27, 20)', async () => {
    const iphone = (number: number, storage: string) =>
      anAdminProduct(number, { name: 'iPhone 13 Pro', specs: { storage, color: 'Graphite' } });
    await openProducts(answersOf([iphone(1, '128 GB'), iphone(2, '256 GB')]));
    expect(await screen.findByText('128 GB, Graphite')).toBeVisible();
    expect(screen.getByText('256 GB, Graphite')).toBeVisible();
  });

  it.each([{ success: true }, { success: true, data: 'none' }, 'a text', 7])(
    'says "Invalid response format" for %j (API-39, CONF-39)',
    async (answer) => {
      const { network, user } = await openProducts({ [openList()]: json(answer), [ownList()]: json(answer) });
      expect(await screen.findByText('Invalid response format')).toBeVisible();
      network.answer(answersOf(phones));
      await user.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await rowOf('Phone 1')).toBeDefined();
      expect(screen.queryByText('Invalid response format')).toBeNull();
    },
  );

  it('says "Invalid response format" for the stock alone when only the staff list is malformed (API-39, CONF-39)', async () => {
    await openProducts({ ...answersOf(phones), [ownList()]: json({ success: true }) });
    expect(await screen.findByText('Pieces could not be loaded: Invalid response format')).toBeVisible();
    expect(await rowOf('Phone 1')).toBeDefined();
  });

  it('says "Failed to fetch products" for a failure without JSON (API-39, CONF-39)', async () => {
    await openProducts({ [openList()]: json('no', 500), [ownList()]: json('no', 500) });
    expect(await screen.findByText('Failed to fetch products')).toBeVisible();
  });

  it('shows eight products per page, requested with the bearer token (AGATE-07, APROD-03, AAPI-25, AAPI-26)', async () => {
    const eight = Array.from({ length: 8 }, (_, index) => anAdminProduct(index + 1));
    const tokens: (string | null)[] = [];
    const { user, address, network } = await openProducts({
      ...answersOf(eight, page, 9),
      [openList()]: (request) => {
        tokens.push(request.headers.get('authorization'));
        return Response.json(openListAnswer(eight, 9));
      },
      ...answersOf([anAdminProduct(9)], 'page=2&limit=8', 9),
    });
    expect(await screen.findByRole('link', { name: 'Phone 8' })).toBeVisible();
    expect(within(screen.getByRole('grid', { name: 'Products' })).getAllByRole('row')).toHaveLength(9);
    expect(screen.getByText('1 to 8 of 9')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('link', { name: 'Phone 9' })).toBeVisible();
    expect(address()).toBe('/products?page=2');
    expect(network.count(openList())).toBe(1);
    expect(tokens).toEqual(['Bearer access-token']);
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
    expect(row.getByText('$1,234.50')).toBeVisible();
    expect(row.getByText('$2,000.00')).toBeVisible();
    expect(row.getByText('40')).toBeVisible();
    expect(row.getByText('In stock')).toBeVisible();
    expect((await rowOf('Phone 2')).getByText('Sold out')).toBeVisible();
    expect((await rowOf('Phone 3')).getByText('Low stock')).toBeVisible();
    expect((await rowOf('Phone 4')).getByText('Switched off')).toBeVisible();
  });

  it('searches from page 1 (APROD-01, APROD-07, SIL-54)', async () => {
    const { user, address } = await openProducts(
      {
        ...answersOf(phones, 'page=2&limit=8', 11),
        ...answersOf([second], `search=gal&${page}`),
      },
      '/products?page=2',
    );
    await user.type(await screen.findByRole('searchbox', { name: 'Search products' }), 'gal{Enter}');
    expect(await screen.findByRole('link', { name: 'Phone 2' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Phone 1' })).toBeNull());
    expect(address()).toBe('/products?search=gal');
  });

  it('filters by six categories from page 1 (APROD-02, APROD-07, SIL-55)', async () => {
    const { user, address } = await openProducts(
      {
        ...answersOf(phones, 'page=2&limit=8', 11),
        ...answersOf([first], `category=watch&${page}`),
      },
      '/products?page=2',
    );
    const group = within(await screen.findByRole('group', { name: 'Category' }));
    expect(group.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'All',
      'Smartphone',
      'Laptop',
      'Watch',
      'Earphones',
      'Premium smartphones',
      'Galaxy products',
    ]);
    await user.click(group.getByRole('button', { name: 'Watch' }));
    expect(await screen.findByRole('link', { name: 'Phone 1' })).toBeVisible();
    expect(address()).toBe('/products?category=watch');
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
    expect((await rowOf('Phone 1')).getByText('In stock')).toBeVisible();
    network.answer({ [ownList()]: listAnswer(phones) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await (await rowOf('Phone 1')).findByText('12')).toBeVisible();
  });

  it('says "Failed to fetch products" with Retry when both lists fail (AERR-24, CONF-40)', async () => {
    const { user, network } = await openProducts({ [openList()]: down, [ownList()]: down });
    expect(await screen.findByText('Failed to fetch products')).toBeVisible();
    network.answer(answersOf(phones));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'Phone 1' })).toBeVisible();
  });

  it.each(['category=phones', 'stock=hacked', 'order=$where', 'page=-1', 'low=x'])(
    'ignores %s and says so (F-10)',
    async (query) => {
      await openProducts(answersOf(phones), `/products?${query}`);
      expect(await screen.findByText(/It is shown without/)).toBeVisible();
      expect(await screen.findByRole('link', { name: 'Phone 1' })).toBeVisible();
    },
  );
});

describe('the CSV of the list', () => {
  it('is requested with filter, order and shown columns', async () => {
    const query = 'search=pixel&category=watch&sort=price_asc';
    const csv = held(() => new Response('Product\r\n', { headers: { 'Content-Type': 'text/csv' } }));
    const { user, network } = await openProducts(
      {
        [openList(`${query}&${page}`)]: openListAnswer(phones),
        [ownList(`${query}&${page}`)]: listAnswer(phones),
        [`GET /api/admin/products/export?${query}&columns=name%2Ccategory%2Cprice%2Cstock%2CisAvailable`]:
          csv.reply,
      },
      '/products?search=pixel&category=watch&order=price-up&hide=brand,oldPrice',
    );
    const made: Blob[] = [];
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => (made.push(blob), 'blob:1'),
      revokeObjectURL: () => {},
    });
    const clicked: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download);
    });
    await screen.findByRole('link', { name: 'Phone 1' });
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    csv.release();
    await waitFor(() => expect(clicked).toEqual(['products.csv']));
    expect(made).toHaveLength(1);
    expect(network.requests.filter((request) => request.includes('export'))).toHaveLength(1);
    jest.restoreAllMocks();
  });
});

describe('deleting a product', () => {
  const call = `DELETE /api/products/${first.id}?version=${first.version}`;
  const ask = async (answers: Answers = {}) => {
    const opened = await openProducts({ ...answersOf(phones), ...answers });
    await opened.user.click(await screen.findByRole('button', { name: 'Delete Phone 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete product' }));
    return { ...opened, dialog };
  };

  it('asks first and does nothing on Cancel (APROD-05, APROD-06)', async () => {
    const { user, dialog, network } = await ask();
    expect(
      dialog.getByText(
        'Are you sure you want to permanently delete "Phone 1"? This action cannot be undone.',
      ),
    ).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(network.requests.some((request) => request.startsWith('DELETE'))).toBe(false);
  });

  it('deletes the version that was seen and updates the list (AAPI-33, SIL-02)', async () => {
    const { user, dialog, network } = await ask({ [call]: { success: true, message: 'x', data: first } });
    network.answer(answersOf([second]));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Product deleted successfully!')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Phone 1' })).toBeNull());
  });

  it.each([
    ['the words of the shop', problem(409, 'conflict', 'This cannot be.'), 'This cannot be.'],
    ['its own words when the shop has none (AERR-25, CONF-41)', json({}, 500), 'Failed to delete product'],
    ['that the call failed (AERR-26, CONF-41)', down, 'Error deleting product'],
  ])('says %s, and keeps the row', async (_, reply, text) => {
    const { user, dialog } = await ask({ [call]: reply });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText(text)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('link', { name: 'Phone 1' })).toBeVisible();
  });
});

it('asks again before it deletes a product that was changed concurrently (APROD-05, S-10)', async () => {
  const fresh = { ...first, price: 1250, version: first.version + 1 };
  const { user, network } = await openProducts({
    ...answersOf(phones),
    [`DELETE /api/products/${first.id}?version=${first.version}`]: problem(
      409,
      'version-conflict',
      'Changed.',
    ),
    [`DELETE /api/products/${first.id}?version=${fresh.version}`]: { success: true, data: fresh },
    [`GET /api/admin/products?ids=${first.id}&limit=1`]: listAnswer([fresh]),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Phone 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete product' }));
  network.answer(answersOf([fresh, second]));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText(/It is Phone 1, \$1,250\.00, 12 pieces now/)).toBeVisible();
  expect(await (await rowOf('Phone 1')).findByText('$1,250.00')).toBeInTheDocument();
  network.answer(answersOf([second]));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Product deleted successfully!')).toBeVisible();
});

it.each([
  ['deleted meanwhile', first.id, listAnswer([])],
  ['made up', 'zzz', problem(400, 'invalid-request', 'The id is not valid.')],
])(
  'says that a product of a sent link is %s, and shows the list (APROD-04, F-10)',
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

  it.each([
    ['APROD-09', 'Product name', '', 'Product name is required'],
    ['APROD-10', 'Description', '', 'Description is required'],
    ['APROD-11', 'Price', '0', 'Price must be a positive number'],
    ['APROD-11', 'Price', '-5', 'Price must be a positive number'],
    ['APROD-11', 'Price', 'free', 'Price must be a positive number'],
    ['APROD-12', /^Old price/, '0', 'Original price must be a positive number'],
    ['APROD-13', /^Old price/, '1000', 'Original price must be higher than current price'],
  ])('%s: %s "%s" is refused with "%s" (APROD-18)', async (_row, label, text, message) => {
    const opened = await openModal();
    await retype(opened, label, text);
    await save(opened);
    expect(await opened.dialog.findByText(message)).toBeVisible();
    expect(screen.getByText('Please fix the validation errors before saving')).toBeVisible();
    expect(opened.network.requests.some((request) => request.startsWith('PUT'))).toBe(false);
    expect(opened.dialog.getByLabelText(label)).toBeInvalid();
  });

  it('refuses an unknown category before a request (APROD-15)', async () => {
    const unknown = { ...formOf(first), category: 'tablets' };
    expect(checkForm(unknown, modalTexts).category).toBe('Invalid category selected');
    expect(checkForm(formOf(first), modalTexts).category).toBeUndefined();
  });

  it("requires a category and shows the server's refusal at the field (APROD-14)", async () => {
    const opened = await openModal('Phone 1', {
      [put]: json(
        {
          success: false,
          message: 'Not this one',
          code: 'invalid-request',
          details: [{ path: 'category', message: 'The server has no such category' }],
        },
        400,
      ),
    });
    const field = opened.dialog.getByLabelText('Category');
    await opened.user.selectOptions(field, '');
    await save(opened);
    expect(await opened.dialog.findByText('Category is required')).toBeVisible();
    expect(opened.network.count(put)).toBe(0);
    await opened.user.selectOptions(field, 'watch');
    await save(opened);
    expect(await opened.dialog.findByText('The server has no such category')).toBeVisible();
    expect(field).toHaveAccessibleDescription(/The server has no such category/);
    expect(opened.network.count(put)).toBe(1);
  });

  it('sends the listed fields, and an old price only above the price (AAPI-30, APROD-16)', async () => {
    const { reply, bodies } = noting(json({ success: true, message: 'x', data: { ...first, version: 2 } }));
    const opened = await openModal('Phone 1', { [put]: reply });
    await retype(opened, 'Product name', 'Phone One');
    await save(opened);
    expect(await screen.findByText('Product updated successfully!')).toBeVisible();
    expect(bodies).toEqual([
      {
        name: 'Phone One',
        brand: first.brand,
        description: first.description,
        price: 1000,
        category: first.category,
        featured: first.featured,
        inStock: true,
        specs: first.specs,
        version: first.version,
      },
    ]);
    await waitFor(() => expect(opened.address()).toBe('/products'));
  });

  it('drops empty specs and sends null for a removed old price (APROD-17, CONF-50)', async () => {
    const { reply, bodies } = noting(json({ success: true, message: 'x', data: first }));
    const opened = await openModal('Phone 1', {
      ...answersOf([{ ...first, oldPrice: 1500, specs: { storage: '128 GB', color: 'Blue' } }]),
      [put]: reply,
    });
    await retype(opened, /^Color/, '');
    await retype(opened, /^Old price/, '');
    await save(opened);
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({ oldPrice: null, specs: { storage: '128 GB' } });
    expect((bodies[0] as { specs: object }).specs).not.toHaveProperty('color');
  });

  it('sends a changed stock with the number that was seen (SIL-22)', async () => {
    const { reply, bodies } = noting(json({ success: true, message: 'x', data: first }));
    const opened = await openModal('Phone 1', { [put]: reply });
    await retype(opened, 'Pieces', '20');
    await save(opened);
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({ stock: 20, stockSeen: 12, version: first.version });
  });

  it('does not send stock and availability that could not be loaded', async () => {
    const { reply, bodies } = noting(json({ success: true, message: 'x', data: first }));
    const opened = await openModal('Phone 1', {
      [openList()]: openListAnswer([{ ...first, inStock: false }]),
      [ownList()]: down,
      [put]: reply,
    });
    expect(opened.dialog.getByLabelText(/^Pieces/)).toHaveAttribute('readonly');
    await retype(opened, 'Product name', 'Other');
    await save(opened);
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).not.toHaveProperty('stock');
    expect(bodies[0]).not.toHaveProperty('inStock');
  });

  it.each([
    [
      'the words of the shop in "message" (AAPI-32, CONF-42)',
      problem(409, 'conflict', 'Others are at it.'),
      'Others are at it.',
    ],
    ['"Failed to update product" (AERR-27)', json({}, 500), 'Failed to update product'],
    ['"Network error, please try again." (AERR-29)', down, 'Network error, please try again.'],
  ])('says %s and keeps what was typed', async (_, reply, text) => {
    const opened = await openModal('Phone 1', { [put]: reply });
    await retype(opened, 'Product name', 'Mine');
    await save(opened);
    expect(await opened.dialog.findByText(text)).toBeVisible();
    expect(opened.dialog.getByLabelText('Product name')).toHaveValue('Mine');
  });

  it('shows concurrent changes beside the own values and keeps both (S-10)', async () => {
    const fresh = { ...first, name: 'Theirs', brand: 'Nokia', version: 4, stock: 9 };
    const { reply, bodies } = noting(problem(409, 'version-conflict', 'This product was changed.'));
    const opened = await openModal('Phone 1', {
      [put]: reply,
      [`GET /api/admin/products?ids=${first.id}&limit=1`]: listAnswer([fresh]),
    });
    await retype(opened, 'Product name', 'Mine');
    await retype(opened, 'Price', '1100');
    await save(opened);
    expect(await opened.dialog.findByText(/Somebody else changed this meanwhile/)).toBeVisible();
    expect(opened.dialog.getByLabelText('Product name')).toHaveValue('Mine');
    expect(opened.dialog.getByLabelText('Price')).toHaveValue('1100');
    expect(opened.dialog.getByText('Theirs')).toBeVisible();
    // Untouched fields take the current values.
    expect(opened.dialog.getByLabelText(/^Brand/)).toHaveValue('Nokia');
    expect(opened.dialog.getByLabelText('Pieces')).toHaveValue('9');
    await opened.user.click(opened.dialog.getByRole('button', { name: 'Use Product name of now' }));
    expect(opened.dialog.getByLabelText('Product name')).toHaveValue('Theirs');
    opened.network.answer({ [put]: noting(json({ success: true, message: 'x', data: fresh })).reply });
    const second = noting(json({ success: true, message: 'x', data: { ...fresh, version: 5 } }));
    opened.network.answer({ [put]: second.reply });
    await save(opened);
    await waitFor(() => expect(second.bodies).toHaveLength(1));
    expect(second.bodies[0]).toMatchObject({ name: 'Theirs', brand: 'Nokia', price: 1100, version: 4 });
    expect(bodies).toHaveLength(1);
  });

  it('disables Save after the product was deleted by somebody else', async () => {
    const opened = await openModal('Phone 1', {
      [put]: problem(404, 'not-found', 'This product does not exist.'),
      [`GET /api/admin/products?ids=${first.id}&limit=1`]: listAnswer([]),
    });
    await retype(opened, 'Product name', 'Mine');
    await save(opened);
    expect(await opened.dialog.findByText(/was deleted by someone else/)).toBeVisible();
    expect(opened.dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  });
});

describe('a bulk update of products', () => {
  const call = 'POST /api/admin/products/bulk';
  const select = async (answers: Answers, ...names: string[]) => {
    const opened = await openProducts({ ...answersOf(phones), ...answers });
    for (const name of names)
      await opened.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
    return opened;
  };
  const confirm = async (user: Awaited<ReturnType<typeof select>>['user'], step: string) => {
    await user.click(screen.getByRole('button', { name: step }));
    const dialog = within(await screen.findByRole('dialog', { name: new RegExp(`^${step}`) }));
    await user.click(dialog.getByRole('button', { name: step }));
  };

  it('sends each product with its version, after one question', async () => {
    const { reply, bodies } = noting(
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

  it('keeps refused products selected with the reason', async () => {
    const { user } = await select(
      {
        [call]: {
          success: true,
          data: [
            { id: first.id, problem: null },
            { id: second.id, problem: { code: 'version-conflict', message: 'Changed by someone else.' } },
          ],
        },
        [`GET /api/admin/products?ids=${second.id}&limit=1`]: listAnswer([{ ...second, version: 5 }]),
      },
      'Phone 1',
      'Phone 2',
    );
    await confirm(user, 'Delete');
    expect(await screen.findByText('1 product deleted, 1 not:')).toBeVisible();
    expect(screen.getByText(/Changed by someone else\./)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Select Phone 2' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Select Phone 1' })).not.toBeChecked();
  });

  it('deselects a product that was deleted by somebody else (APROD-05)', async () => {
    const { user } = await select(
      {
        [call]: {
          success: true,
          data: [{ id: first.id, problem: { code: 'not-found', message: 'Product not found' } }],
        },
        [`GET /api/admin/products?ids=${first.id}&limit=1`]: listAnswer([]),
      },
      'Phone 1',
    );
    await confirm(user, 'Delete');
    expect(await screen.findByText(/Product not found/)).toBeVisible();
    await waitFor(() => expect(screen.queryByText('1 product selected')).toBeNull());
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
