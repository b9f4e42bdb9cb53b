import { emptyProductTexts } from '@kinmel/contracts/browser';
import {
  type Answers,
  axeViolations,
  down,
  holdReply,
  json,
  problem,
  productId,
  recordBodies,
} from '@kinmel/testing/page';
import { screen, waitFor, within } from '@testing-library/react';
import { dialog } from '../../testing/list-page.ts';
import { openPage } from '../../testing/open-page.tsx';
import { anAdminProduct } from '../../testing/products.ts';

const post = 'POST /api/products';
const upload = 'POST /api/upload';
const uploaded = { success: true, imageUrl: '/uploads/c0ffee00c0ffee00/640.webp', picture: {} };
const created = { success: true, message: 'x', data: anAdminProduct(1, { name: 'Pixel 10' }) };
const picture = new File(['pixels'], 'pixel.png', { type: 'image/png' });

const tabNames = ['Basic Info', 'Pricing', 'Category', 'Specifications', 'Media'];
const openForm = async (answers: Answers = {}) => {
  const formPage = await openPage('/admin/add-product', { answers });
  await screen.findByRole('tablist', { name: 'Parts of the product' });
  return formPage;
};
type FormPage = Awaited<ReturnType<typeof openForm>>;

const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) });
const choose = ({ user }: FormPage, file: File) => user.upload(screen.getByLabelText('Product image'), file);
const submit = ({ user }: FormPage) => user.click(screen.getByRole('button', { name: 'Add Product' }));

async function fill(formPage: FormPage): Promise<void> {
  const { user } = formPage;
  await user.type(screen.getByLabelText('Product name'), 'Pixel 10');
  await user.type(screen.getByLabelText('Description'), 'A phone.');
  await user.click(tab('Pricing'));
  await user.type(screen.getByLabelText('Price'), '134900');
  await user.click(tab('Category'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Premium smartphones');
  await choose(formPage, picture);
}

describe('Add Product', () => {
  it('has five tabs, a preview and pictures of four types up to 10MB (AGATE-03, AADD-01, AADD-05, AADD-06, CONF-44, CONF-46)', async () => {
    const { user } = await openForm();
    const tabs = within(screen.getByRole('tablist', { name: 'Parts of the product' })).getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(tabNames);
    await user.type(screen.getByLabelText('Product name'), 'Pixel 10');
    await user.click(tab('Pricing'));
    await user.type(screen.getByLabelText('Price'), '134900');
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    expect(preview.getByText('Pixel 10')).toBeVisible();
    expect(preview.getByText('NPR 134,900')).toBeVisible();
    expect(screen.getByLabelText('Product image')).toHaveAccessibleDescription(
      'JPEG, PNG, GIF or WebP, up to 10MB',
    );
    expect(screen.getByLabelText('Add pictures')).toHaveAccessibleDescription(/10MB; 8 in all$/);
    expect(screen.getByLabelText('Product image')).toHaveAttribute(
      'accept',
      'image/jpeg,image/png,image/gif,image/webp',
    );
  });

  it('uploads the picture before it creates the product (AADD-02, AADD-13, AADD-14, CONF-35, AAPI-28, AAPI-29, AAPI-34, AAPI-35)', async () => {
    const { reply, bodies } = recordBodies(json(created, 201));
    const formPage = await openForm({ [upload]: json(uploaded, 201), [post]: reply });
    await fill(formPage);
    for (const name of ['Basic Info', 'Pricing', 'Category', 'Media'])
      expect(tab(name)).toHaveAccessibleName(`${name} (complete)`);
    await submit(formPage);
    expect(await screen.findByText('Product added successfully!')).toBeVisible();
    // The first tab is open for the next product (AADD-06).
    expect(tab('Basic Info')).toHaveAttribute('aria-selected', 'true');
    expect(formPage.network.requests.filter((request) => request.startsWith('POST'))).toEqual([upload, post]);
    expect(bodies).toEqual([
      {
        ...emptyProductTexts,
        name: 'Pixel 10',
        brand: 'Unknown',
        description: 'A phone.',
        price: 134_900,
        oldPrice: null,
        category: 'premiumsmartphones',
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

  it('shows each missing field and marks its tab (AADD-07, AADD-08, AADD-09, AADD-10, AADD-11, AADD-12)', async () => {
    const formPage = await openForm();
    await submit(formPage);
    expect(await screen.findByText('Please fix the errors above')).toBeVisible();
    expect(screen.getByText('Product name is required')).toBeVisible();
    expect(screen.getByText('Description is required')).toBeVisible();
    expect(screen.getByText('Product image is required')).toBeVisible();
    expect(screen.getByLabelText('Product name')).toHaveFocus();
    for (const name of ['Basic Info', 'Pricing', 'Category', 'Media'])
      expect(tab(name)).toHaveAccessibleName(`${name} (has errors)`);
    expect(tab('Specifications')).toHaveAccessibleName('Specifications');
    for (const name of tabNames) {
      await formPage.user.click(tab(name));
      expect(await axeViolations()).toEqual([]);
    }
    await formPage.user.click(tab('Pricing'));
    expect(screen.getByText('Valid price is required')).toBeVisible();
    await formPage.user.click(tab('Category'));
    expect(screen.getByText('Category is required')).toBeVisible();
    expect(formPage.network.requests.some((request) => request.startsWith('POST'))).toBe(false);
  });

  describe('with several pictures', () => {
    const file = (name: string) => new File([name], name, { type: 'image/png' });
    const uploads = (formPage: FormPage) => {
      let count = 0;
      formPage.network.answer({
        [upload]: (request) => {
          count += 1;
          const imageUrl = `/uploads/picture-${count}/640.webp`;
          return json({ success: true, imageUrl, picture: {} }, 201)(request);
        },
      });
    };
    const add = ({ user }: FormPage, ...files: File[]) =>
      user.upload(screen.getByLabelText('Add pictures'), files);
    const press = ({ user }: FormPage, name: string) => user.click(screen.getByRole('button', { name }));

    it('uploads them after the main one, in their order', async () => {
      const { reply, bodies } = recordBodies(json(created, 201));
      const formPage = await openForm({ [post]: reply });
      uploads(formPage);
      await fill(formPage);
      await add(formPage, file('back.png'), file('side.png'));
      await add(formPage, file('top.png'));
      await press(formPage, 'Move picture 4 earlier');
      expect(screen.getByRole('button', { name: 'Move picture 3 earlier' })).toHaveFocus();
      expect(screen.getByText('Picture 4 is picture 3 now.')).toBeVisible();
      await press(formPage, 'Remove picture 2');
      await submit(formPage);
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
      expect(formPage.network.count(upload)).toBe(3);
    });

    it('makes another one the main picture by keyboard', async () => {
      const formPage = await openForm();
      await fill(formPage);
      await add(formPage, file('back.png'));
      screen.getByRole('button', { name: 'Make picture 2 the main picture' }).focus();
      await formPage.user.keyboard('{Enter}');
      expect(screen.getByText('back.png')).toBeVisible();
      expect(screen.getByText('Picture 2 is the main picture now.')).toBeVisible();
      expect(screen.getByRole('button', { name: 'Make picture 2 the main picture' })).toHaveFocus();
    });

    it('names a failed upload, adds no product and does not repeat successful uploads', async () => {
      const formPage = await openForm({ [post]: json(created, 201) });
      uploads(formPage);
      await fill(formPage);
      await add(formPage, file('back.png'));
      let sent = 0;
      formPage.network.answer({
        [upload]: (request) => {
          sent += 1;
          return (sent === 2 ? down : json(uploaded, 201))(request);
        },
      });
      await submit(formPage);
      expect((await screen.findAllByText('back.png: Image upload failed.')).length).toBeGreaterThan(0);
      expect(formPage.network.count(post)).toBe(0);
      await submit(formPage);
      expect(await screen.findByText('Product added successfully!')).toBeVisible();
      expect(sent).toBe(3);
    });
  });

  it('refuses files that are not images, at their fields (CONF-44)', async () => {
    const { user } = await openForm();
    const pdf = new File(['x'], 'a.pdf', { type: 'application/pdf' });
    for (const label of ['Product image', 'Add pictures']) {
      const input = screen.getByLabelText<HTMLInputElement>(label);
      input.removeAttribute('accept');
      await user.upload(input, pdf);
    }
    expect(await screen.findByText('Selected file is not an image.')).toBeVisible();
    expect(await screen.findByText('a.pdf: Selected file is not an image.')).toBeVisible();
  });

  it('shows the progress of an upload and cancels it', async () => {
    const slow = holdReply(json(uploaded, 201));
    const formPage = await openForm({ [upload]: slow.reply });
    await fill(formPage);
    await submit(formPage);
    const bar = await screen.findByRole('progressbar', { name: 'Image upload' });
    await waitFor(() => expect(bar).toHaveAttribute('value', '50'));
    await formPage.user.click(screen.getByRole('button', { name: 'Cancel upload' }));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(formPage.network.count(post)).toBe(0);
    expect(screen.queryByText(/Error adding product/)).toBeNull();
    slow.release();
    await formPage.user.click(tab('Basic Info'));
    expect(screen.getByLabelText('Product name')).toHaveValue('Pixel 10');
  });

  it.each([
    [
      "the server's message",
      problem(413, 'too-large', 'Image file size must be less than 10MB'),
      'Image file size must be less than 10MB',
    ],
    ['"Image upload failed." (AERR-30)', down, 'Image upload failed.'],
  ])('shows %s for a failed upload, and adds no product', async (_, reply, text) => {
    const formPage = await openForm({ [upload]: reply });
    await fill(formPage);
    await submit(formPage);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(tab('Media')).toHaveAccessibleName('Media (has errors)');
    expect(formPage.network.count(post)).toBe(0);
  });

  it.each([
    ['Error adding product: The shop is closed.', problem(503, 'service-unavailable', 'The shop is closed.')],
    ['Error adding product: No response from server (possible network or CORS error)', down],
    ['Error adding product: Taken.', json({ ...created, success: false, message: 'Taken.' }, 201)],
  ])('says "%s" (AAPI-29, AERR-31, AERR-32)', async (text, reply) => {
    const formPage = await openForm({ [upload]: json(uploaded, 201), [post]: reply });
    await fill(formPage);
    await submit(formPage);
    expect(await screen.findByText(text)).toBeVisible();
    await formPage.user.click(tab('Basic Info'));
    expect(screen.getByLabelText('Product name')).toHaveValue('Pixel 10');
  });

  it('shows a refusal of the server at its field and opens the tab', async () => {
    const formPage = await openForm({
      [upload]: json(uploaded, 201),
      [post]: problem(400, 'invalid-request', 'Too long.', [{ path: 'specs.color', message: 'Too long.' }]),
    });
    await fill(formPage);
    await submit(formPage);
    expect(await screen.findByText('Please fix the errors above')).toBeVisible();
    expect(tab('Specifications')).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByLabelText(/^Color/)).toBeInvalid();
  });

  it('asks before it resets all fields (AADD-03, AADD-04)', async () => {
    const { user } = await openForm();
    await user.type(screen.getByLabelText('Product name'), 'Pixel 10');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(dialog('Reset').getByText('Are you sure you want to reset all fields?')).toBeVisible();
    await user.click(dialog('Reset').getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Product name')).toHaveValue('Pixel 10');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    await user.click(dialog('Reset').getByRole('button', { name: 'Reset' }));
    expect(screen.getByLabelText('Product name')).toHaveValue('');
  });

  it('says "Unauthorized. Please login." without a token and keeps the draft (AGATE-22, SIL-67)', async () => {
    const formPage = await openForm();
    await fill(formPage);
    localStorage.removeItem('token');
    await submit(formPage);
    expect(await screen.findByText(/Unauthorized\. Please login\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(formPage.network.requests.some((request) => request.startsWith('POST'))).toBe(false);
    formPage.unmount();
    await openForm();
    expect(screen.getByLabelText('Product name')).toHaveValue('Pixel 10');
  });
});
