import { type Answers, down, held, json, noting, problem, productId } from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import { openPage } from '../../testing/open-page.tsx';
import { anAdminProduct } from '../../testing/products.ts';

afterEach(() => sessionStorage.clear());

const post = 'POST /api/products';
const upload = 'POST /api/upload';
const uploaded = { success: true, imageUrl: '/uploads/c0ffee00c0ffee00/640.webp', picture: {} };
const created = { success: true, message: 'x', data: anAdminProduct(1, { name: 'Pixel 10' }) };
const picture = new File(['pixels'], 'pixel.png', { type: 'image/png' });

const openForm = async (answers: Answers = {}) => {
  const opened = await openPage('/admin/add-product', { answers });
  await screen.findByRole('tablist', { name: 'Parts of the product' });
  return opened;
};
type Opened = Awaited<ReturnType<typeof openForm>>;

const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) });
const choose = ({ user }: Opened, file: File) => user.upload(screen.getByLabelText('Product image'), file);
const submit = ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Add Product' }));

async function fill(opened: Opened, changes: { category?: string } = {}): Promise<void> {
  const { user } = opened;
  await user.type(screen.getByLabelText('Product name'), 'Pixel 10');
  await user.type(screen.getByLabelText('Description'), 'A phone.');
  await user.click(tab('Pricing'));
  await user.type(screen.getByLabelText('Price'), '134900');
  await user.click(tab('Category'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), changes.category ?? 'Laptop');
  await choose(opened, picture);
}

describe('Add Product', () => {
  it('has five tabs and a preview (AGATE-03, AADD-01, AADD-06)', async () => {
    const { user } = await openForm();
    const tabs = within(screen.getByRole('tablist', { name: 'Parts of the product' })).getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Basic Info',
      'Pricing',
      'Category',
      'Specifications',
      'Media',
    ]);
    await user.type(screen.getByLabelText('Product name'), 'Pixel 10');
    await user.click(tab('Pricing'));
    await user.type(screen.getByLabelText('Price'), '134900');
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    expect(preview.getByText('Pixel 10')).toBeVisible();
    expect(preview.getByText('NPR 134,900')).toBeVisible();
    expect(screen.getByText('The shop shows the same number in NPR.')).toBeVisible();
  });

  it('accepts four image types up to 10MB (AADD-05, CONF-44, CONF-46)', async () => {
    await openForm();
    expect(screen.getByText('JPEG, PNG, GIF or WebP, up to 10MB')).toBeVisible();
    expect(screen.getByLabelText('Add pictures')).toHaveAccessibleDescription(
      'JPEG, PNG, GIF or WebP, up to 10MB; 8 in all',
    );
    expect(screen.getByLabelText('Product image')).toHaveAttribute(
      'accept',
      'image/jpeg,image/png,image/gif,image/webp',
    );
  });

  it('uploads the picture before it creates the product (AADD-02, AAPI-28, AAPI-29, AAPI-34, AAPI-35)', async () => {
    const { reply, bodies } = noting(json(created, 201));
    const opened = await openForm({ [upload]: json(uploaded, 201), [post]: reply });
    await fill(opened);
    await submit(opened);
    expect(await screen.findByText('Product added successfully!')).toBeVisible();
    // The first tab is open for the next product (AADD-06).
    expect(tab('Basic Info')).toHaveAttribute('aria-selected', 'true');
    expect(opened.network.requests.filter((request) => request.startsWith('POST'))).toEqual([upload, post]);
    expect(bodies).toEqual([
      {
        name: 'Pixel 10',
        brand: 'Unknown',
        description: 'A phone.',
        price: 134_900,
        oldPrice: null,
        category: 'laptop',
        featured: false,
        inStock: true,
        image: 'http://localhost/uploads/c0ffee00c0ffee00/640.webp',
        specs: {},
      },
    ]);
    expect(await screen.findByRole('link', { name: 'See it there' })).toHaveAttribute(
      'href',
      `/productdetails?id=${productId(1)}`,
    );
  });

  it('sends the category in lower case and "Unknown" for no brand (AADD-13, AADD-14, CONF-35)', async () => {
    const { reply, bodies } = noting(json(created, 201));
    const opened = await openForm({ [upload]: json(uploaded, 201), [post]: reply });
    await fill(opened, { category: 'Premium smartphones' });
    await submit(opened);
    await waitFor(() => expect(bodies).toMatchObject([{ category: 'premiumsmartphones', brand: 'Unknown' }]));
  });

  it('shows each missing field and marks its tab (AADD-07, AADD-08, AADD-09, AADD-10, AADD-11, AADD-12)', async () => {
    const opened = await openForm();
    await submit(opened);
    expect(await screen.findByText('Please fix the errors above')).toBeVisible();
    expect(screen.getByText('Product name is required')).toBeVisible();
    expect(screen.getByText('Description is required')).toBeVisible();
    expect(screen.getByText('Product image is required')).toBeVisible();
    expect(screen.getByLabelText('Product name')).toHaveFocus();
    for (const name of ['Basic Info', 'Pricing', 'Category', 'Media'])
      expect(tab(name)).toHaveAccessibleName(`${name} (has errors)`);
    expect(tab('Specifications')).toHaveAccessibleName('Specifications');
    await opened.user.click(tab('Pricing'));
    expect(screen.getByText('Valid price is required')).toBeVisible();
    await opened.user.click(tab('Category'));
    expect(screen.getByText('Category is required')).toBeVisible();
    expect(opened.network.requests.some((request) => request.startsWith('POST'))).toBe(false);
  });

  it.each([
    ['0', 'Original price must be a positive number'],
    ['100', 'Original price must be higher than current price'],
  ])('checks an old price of %s as the edit modal does (CONF-51)', async (oldPrice, message) => {
    const opened = await openForm();
    await fill(opened);
    await opened.user.click(tab('Pricing'));
    await opened.user.type(screen.getByLabelText(/^Old price/), oldPrice);
    await submit(opened);
    expect(await screen.findByText(message)).toBeVisible();
    expect(tab('Pricing')).toHaveAccessibleName('Pricing (has errors)');
  });

  it('marks complete tabs', async () => {
    const opened = await openForm();
    await fill(opened);
    for (const name of ['Basic Info', 'Pricing', 'Category', 'Media'])
      expect(tab(name)).toHaveAccessibleName(`${name} (complete)`);
  });

  describe('with several pictures', () => {
    const file = (name: string) => new File([name], name, { type: 'image/png' });
    const uploads = (opened: Opened) => {
      let count = 0;
      opened.network.answer({
        [upload]: (request) => {
          count += 1;
          const imageUrl = `/uploads/picture-${count}/640.webp`;
          return json({ success: true, imageUrl, picture: {} }, 201)(request);
        },
      });
    };
    const add = ({ user }: Opened, ...files: File[]) =>
      user.upload(screen.getByLabelText('Add pictures'), files);
    const press = ({ user }: Opened, name: string) => user.click(screen.getByRole('button', { name }));

    it('uploads them after the main one, in their order', async () => {
      const { reply, bodies } = noting(json(created, 201));
      const opened = await openForm({ [post]: reply });
      uploads(opened);
      await fill(opened);
      await add(opened, file('back.png'), file('side.png'));
      await add(opened, file('top.png'));
      await press(opened, 'Move picture 4 earlier');
      expect(screen.getByRole('button', { name: 'Move picture 3 earlier' })).toHaveFocus();
      expect(screen.getByText('Picture 4 is picture 3 now.')).toBeVisible();
      await press(opened, 'Remove picture 2');
      await submit(opened);
      await waitFor(() =>
        expect(bodies).toMatchObject([
          {
            image: 'http://localhost/uploads/picture-1/640.webp',
            images: [
              'http://localhost/uploads/picture-2/640.webp',
              'http://localhost/uploads/picture-3/640.webp',
            ],
          },
        ]),
      );
      expect(opened.network.count(upload)).toBe(3);
    });

    it('makes another one the main picture by keyboard', async () => {
      const opened = await openForm();
      await fill(opened);
      await add(opened, file('back.png'));
      screen.getByRole('button', { name: 'Make picture 2 the main picture' }).focus();
      await opened.user.keyboard('{Enter}');
      expect(screen.getByText('back.png')).toBeVisible();
      expect(screen.getByText('Picture 2 is the main picture now.')).toBeVisible();
      expect(screen.getByRole('button', { name: 'Make picture 2 the main picture' })).toHaveFocus();
    });

    it('takes at most eight and names a file that is not an image', async () => {
      const opened = await openForm();
      const input = screen.getByLabelText<HTMLInputElement>('Add pictures');
      input.removeAttribute('accept');
      await opened.user.upload(input, [new File(['x'], 'a.pdf', { type: 'application/pdf' })]);
      expect(await screen.findByText('a.pdf: Selected file is not an image.')).toBeVisible();
      await add(opened, ...['1', '2', '3', '4', '5', '6', '7', '8'].map((name) => file(`${name}.png`)));
      expect(await screen.findByText('A product has at most 8 pictures.')).toBeVisible();
      expect(screen.getAllByRole('button', { name: /^Remove picture/ })).toHaveLength(7);
    });

    it('names a failed upload, adds no product and does not repeat successful uploads', async () => {
      const opened = await openForm({ [post]: json(created, 201) });
      uploads(opened);
      await fill(opened);
      await add(opened, file('back.png'));
      let sent = 0;
      opened.network.answer({
        [upload]: (request) => {
          sent += 1;
          return (sent === 2 ? down : json(uploaded, 201))(request);
        },
      });
      await submit(opened);
      expect((await screen.findAllByText('back.png: Image upload failed.')).length).toBeGreaterThan(0);
      expect(opened.network.count(post)).toBe(0);
      await submit(opened);
      expect(await screen.findByText('Product added successfully!')).toBeVisible();
      expect(sent).toBe(3);
    });
  });

  it.each([
    ['Selected file is not an image.', new File(['x'], 'a.pdf', { type: 'application/pdf' })],
    [
      'Image file size must be less than 10MB',
      new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
    ],
  ])('refuses a file with "%s" (CONF-44, CONF-45)', async (message, file) => {
    const opened = await openForm();
    const input = screen.getByLabelText<HTMLInputElement>('Product image');
    input.removeAttribute('accept');
    await opened.user.upload(input, file);
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('shows the progress of an upload and cancels it', async () => {
    const slow = held(json(uploaded, 201));
    const opened = await openForm({ [upload]: slow.reply });
    await fill(opened);
    await submit(opened);
    const bar = await screen.findByRole('progressbar', { name: 'Image upload' });
    await waitFor(() => expect(bar).toHaveAttribute('value', '50'));
    await opened.user.click(screen.getByRole('button', { name: 'Cancel upload' }));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(opened.network.count(post)).toBe(0);
    expect(screen.queryByText(/Error adding product/)).toBeNull();
    slow.release();
    await opened.user.click(tab('Basic Info'));
    expect(screen.getByLabelText('Product name')).toHaveValue('Pixel 10');
  });

  it('does not repeat a successful upload', async () => {
    const opened = await openForm({
      [upload]: json(uploaded, 201),
      [post]: problem(409, 'conflict', 'Please try again.'),
    });
    await fill(opened);
    await submit(opened);
    expect(await screen.findByText('Error adding product: Please try again.')).toBeVisible();
    opened.network.answer({ [post]: json(created, 201) });
    await submit(opened);
    expect(await screen.findByText('Product added successfully!')).toBeVisible();
    expect(opened.network.count(upload)).toBe(1);
  });

  it.each([
    [
      'what the shop says of it',
      problem(413, 'too-large', 'Image file size must be less than 10MB'),
      'Image file size must be less than 10MB',
    ],
    ['"Image upload failed." (AERR-30)', down, 'Image upload failed.'],
  ])('says of a failed upload %s, and adds no product', async (_, reply, text) => {
    const opened = await openForm({ [upload]: reply });
    await fill(opened);
    await submit(opened);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(tab('Media')).toHaveAccessibleName('Media (has errors)');
    expect(opened.network.count(post)).toBe(0);
  });

  it.each([
    ['Error adding product: The shop is closed.', problem(503, 'service-unavailable', 'The shop is closed.')],
    ['Error adding product: No response from server (possible network or CORS error)', down],
  ])('says "%s" (AERR-31, AERR-32)', async (text, reply) => {
    const opened = await openForm({ [upload]: json(uploaded, 201), [post]: reply });
    await fill(opened);
    await submit(opened);
    expect(await screen.findByText(text)).toBeVisible();
    await opened.user.click(tab('Basic Info'));
    expect(screen.getByLabelText('Product name')).toHaveValue('Pixel 10');
  });

  it('treats success: false as a refusal under any status (AAPI-29)', async () => {
    const opened = await openForm({
      [upload]: json(uploaded, 201),
      [post]: json({ ...created, success: false, message: 'The name is taken.' }, 201),
    });
    await fill(opened);
    await submit(opened);
    expect(await screen.findByText('Error adding product: The name is taken.')).toBeVisible();
    expect(screen.queryByText('Product added successfully!')).toBeNull();
  });

  it('shows a refusal of the server at its field and opens the tab', async () => {
    const opened = await openForm({
      [upload]: json(uploaded, 201),
      [post]: json(
        {
          success: false,
          message: 'Too long.',
          code: 'invalid-request',
          details: [{ path: 'specs.color', message: 'Too long.' }],
        },
        400,
      ),
    });
    await fill(opened);
    await submit(opened);
    expect(await screen.findByText('Please fix the errors above')).toBeVisible();
    expect(tab('Specifications')).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByLabelText(/^Color/)).toBeInvalid();
  });

  it('asks before it resets all fields (AADD-03, AADD-04)', async () => {
    const { user } = await openForm();
    await user.type(screen.getByLabelText('Product name'), 'Pixel 10');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    let dialog = within(await screen.findByRole('dialog', { name: 'Reset' }));
    expect(dialog.getByText('Are you sure you want to reset all fields?')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Product name')).toHaveValue('Pixel 10');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    dialog = within(await screen.findByRole('dialog', { name: 'Reset' }));
    await user.click(dialog.getByRole('button', { name: 'Reset' }));
    expect(screen.getByLabelText('Product name')).toHaveValue('');
  });

  it('says "Unauthorized. Please login." without a token and keeps the draft (AGATE-22, SIL-67)', async () => {
    const opened = await openForm();
    await fill(opened);
    localStorage.removeItem('token');
    await submit(opened);
    expect(await screen.findByText(/Unauthorized\. Please login\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(opened.network.requests.some((request) => request.startsWith('POST'))).toBe(false);
    opened.unmount();
    await openForm();
    expect(screen.getByLabelText('Product name')).toHaveValue('Pixel 10');
  });

  it('asks before unsaved input is left', async () => {
    const { user, address } = await openForm();
    await user.type(screen.getByLabelText('Product name'), 'P');
    await user.click(screen.getByRole('link', { name: 'Manage Products' }));
    const question = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }));
    expect(question.getByRole('button', { name: 'Stay' })).toHaveFocus();
    await user.click(question.getByRole('button', { name: 'Stay' }));
    expect(address()).toBe('/admin/add-product');
    await user.click(screen.getByRole('link', { name: 'Manage Products' }));
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Unsaved changes' })).getByRole('button', {
        name: 'Leave',
      }),
    );
    await waitFor(() => expect(address()).toBe('/admin/dashboard?tab=manage-products'));
    expect(sessionStorage.getItem('kinmel:form-draft')).toBeNull();
  });
});
