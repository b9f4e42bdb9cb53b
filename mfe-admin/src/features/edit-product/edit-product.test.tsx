import { type Answers, axeViolations, down, json, problem, recordBodies } from '@kinmel/testing/page';
import { screen, waitFor } from '@testing-library/react';
import { openPage } from '../../testing/open-page.tsx';
import { anAdminProduct, listAnswer } from '../../testing/products.ts';

const product = anAdminProduct(1, {
  image: '/uploads/c0ffee00c0ffee00/640.webp',
  oldPrice: 1500,
  specs: { storage: '128 GB' },
});
const { stock: _stock, isAvailable: _isAvailable, ...publicProduct } = product;
const get = `GET /api/products/${product.id}`;
const getForStaff = `GET /api/admin/products?ids=${product.id}&limit=1`;
const put = `PUT /api/products/${product.id}`;
const upload = 'POST /api/upload/upload';
const saved = json({ success: true, message: 'x', data: { ...product, version: 2 } });

const openForm = (answers: Answers = {}) =>
  openPage('/edit-product/:id', {
    address: `/edit-product/${product.id}`,
    answers: {
      [get]: { success: true, data: publicProduct },
      [getForStaff]: listAnswer([product]),
      ...answers,
    },
  });
type FormPage = Awaited<ReturnType<typeof openForm>>;

const field = (label: string | RegExp) => screen.findByLabelText(label);
const retype = async ({ user }: FormPage, label: string | RegExp, text: string) => {
  const input = await field(label);
  await user.clear(input);
  if (text !== '') await user.type(input, text);
};
const save = ({ user }: FormPage) => user.click(screen.getByRole('button', { name: 'Save changes' }));

describe('/edit-product/{id}', () => {
  it('loads all fields of the product (AGATE-09, AEDIT-01, AEDIT-02, AAPI-27, SIL-66)', async () => {
    await openForm();
    expect(await field('Product name')).toHaveValue('Phone 1');
    expect(screen.getByLabelText('Price')).toHaveValue('1000');
    expect(screen.getByLabelText(/^Old price/)).toHaveValue('1500');
    expect(screen.getByLabelText('Category')).toHaveValue(product.category);
    expect(screen.getByLabelText('Pieces')).toHaveValue('12');
    expect(screen.getByLabelText(/^Storage/)).toHaveValue('128 GB');
    expect(screen.getByLabelText('Image address')).toHaveValue(product.image);
    expect(await axeViolations()).toEqual([]);
  });

  it('marks an invalid field and sends nothing (AEDIT-04, AEDIT-07)', async () => {
    const formPage = await openForm();
    await retype(formPage, 'Image address', 'ftp://x/a.png');
    await save(formPage);
    expect(await screen.findByText('Enter a valid image URL (jpg/png/gif/webp)')).toBeVisible();
    expect(await field('Image address')).toBeInvalid();
    expect(await field('Image address')).toHaveFocus();
    await retype(formPage, 'Product name', '');
    await save(formPage);
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(formPage.network.count(put)).toBe(0);
  });

  it('sends the whole product and goes to /products (AAPI-31, CONF-49, CONF-47, AGATE-10)', async () => {
    const { reply, bodies } = recordBodies(saved);
    const formPage = await openForm({ [put]: reply });
    await retype(formPage, 'Product name', 'Phone One');
    await save(formPage);
    await waitFor(() => expect(formPage.address()).toBe('/products'));
    expect(screen.getByText('Product updated successfully!')).toBeVisible();
    const { inStock: _inStock, ...unchangedFields } = publicProduct;
    expect(bodies).toEqual([{ ...unchangedFields, name: 'Phone One', inStock: true }]);
  });

  it('accepts an address or a file, which must be chosen and be an image (AEDIT-03, AEDIT-08, AEDIT-09)', async () => {
    const formPage = await openForm();
    await formPage.user.click(await screen.findByRole('radio', { name: 'Upload an image' }));
    await save(formPage);
    expect(await screen.findByText('Please select an image file to upload.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    const input = screen.getByLabelText<HTMLInputElement>('Image file');
    input.removeAttribute('accept');
    await formPage.user.upload(input, new File(['x'], 'a.txt', { type: 'text/plain' }));
    await save(formPage);
    expect(await screen.findByText('Selected file is not an image.')).toBeVisible();
    await formPage.user.click(screen.getByRole('radio', { name: 'Image URL' }));
    expect(screen.getByLabelText('Image address')).toBeVisible();
    expect(formPage.network.count(put)).toBe(0);
  });

  it("uploads on the edit page's own path and saves the address (AAPI-36, AAPI-37, CONF-48)", async () => {
    const { reply, bodies } = recordBodies(saved);
    const formPage = await openForm({
      [upload]: json({ success: true, imageUrl: '/uploads/beef0000beef0000/640.webp', picture: {} }, 201),
      [put]: reply,
    });
    await formPage.user.click(await screen.findByRole('radio', { name: 'Upload an image' }));
    await formPage.user.upload(
      screen.getByLabelText('Image file'),
      new File(['x'], 'a.png', { type: 'image/png' }),
    );
    await save(formPage);
    await waitFor(() =>
      expect(bodies).toMatchObject([{ image: 'http://localhost/uploads/beef0000beef0000/640.webp' }]),
    );
  });

  describe('with several pictures', () => {
    const path = (id: string) => `/uploads/${id}/640.webp`;
    const several = anAdminProduct(1, {
      image: path('front'),
      pictures: ['front', 'back', 'side'].map((id) => ({
        id,
        alt: '',
        width: 1200,
        height: 1200,
        dominantColor: '#ffffff',
        hasTransparency: true,
      })),
    });
    const openSeveral = async (answers: Answers = {}) => {
      const { reply, bodies } = recordBodies(saved);
      const formPage = await openForm({
        [get]: { success: true, data: several },
        [getForStaff]: listAnswer([several]),
        [put]: reply,
        ...answers,
      });
      await field('Image address');
      const press = (name: string) => formPage.user.click(screen.getByRole('button', { name }));
      return { formPage, bodies, press };
    };

    it('swaps the main picture with another one', async () => {
      const { formPage, bodies, press } = await openSeveral();
      await press('Make picture 3 the main picture');
      expect(await field('Image address')).toHaveValue(path('side'));
      await save(formPage);
      await waitFor(() =>
        expect(bodies).toMatchObject([{ image: path('side'), images: [path('back'), path('front')] }]),
      );
    });

    it('drops an external main picture when another one takes its place', async () => {
      const { formPage, bodies, press } = await openSeveral();
      await retype(formPage, 'Image address', 'https://pictures.example/a.png');
      await press('Make picture 2 the main picture');
      await save(formPage);
      await waitFor(() => expect(bodies).toMatchObject([{ image: path('back'), images: [path('side')] }]));
    });

    it('shows concurrent changes of the pictures and keeps those of the form (S-10)', async () => {
      const { formPage, press } = await openSeveral({
        [put]: problem(409, 'version-conflict', 'This product was changed.'),
      });
      await press('Remove picture 3');
      formPage.network.answer({
        [getForStaff]: listAnswer([{ ...several, image: path('back'), version: 2 }]),
      });
      await save(formPage);
      expect(await screen.findByRole('row', { name: /^Further pictures 2 pictures/ })).toBeVisible();
      expect(screen.getAllByRole('button', { name: /^Remove picture/ })).toHaveLength(1);
    });

    it('shows a refusal of the server at the pictures', async () => {
      const details = [{ path: 'images', message: 'A product has at most 8 pictures' }];
      const refusal = problem(400, 'invalid-request', 'Refused.', details);
      const { formPage, press } = await openSeveral({ [put]: refusal });
      await press('Remove picture 3');
      await save(formPage);
      expect(await screen.findByText('A product has at most 8 pictures')).toBeVisible();
    });
  });

  it('says "Failed to load product data", with Retry unless the product does not exist (AERR-28)', async () => {
    const formPage = await openForm({ [get]: down, [getForStaff]: down });
    expect(await screen.findByText('Failed to load product data')).toBeVisible();
    formPage.network.answer({
      [get]: problem(404, 'not-found', 'This product does not exist.'),
      [getForStaff]: listAnswer([]),
    });
    await formPage.user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
    expect(screen.getByText('Failed to load product data')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to the products' })).toHaveAttribute('href', '/products');
  });

  it('restores unsaved input after the session ended (decision 98)', async () => {
    const formPage = await openForm();
    await retype(formPage, 'Product name', 'Mine');
    formPage.unmount();
    const again = await openForm();
    expect(await field('Product name')).toHaveValue('Mine');
    expect(await screen.findByText(/What you had typed and not saved is back/)).toBeVisible();
    await again.user.click(await screen.findByRole('button', { name: 'Discard it' }));
    expect(await field('Product name')).toHaveValue('Phone 1');
  });
});
