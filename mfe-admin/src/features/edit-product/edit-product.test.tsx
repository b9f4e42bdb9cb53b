import { type Answers, down, json, noting, problem } from '@kinmel/testing/page';
import { screen, waitFor } from '@testing-library/react';
import { openPage } from '../../testing/open-page.tsx';
import { anAdminProduct, listAnswer } from '../../testing/products.ts';

afterEach(() => sessionStorage.clear());

const product = anAdminProduct(1, {
  image: '/uploads/c0ffee00c0ffee00/640.webp',
  oldPrice: 1500,
  specs: { storage: '128 GB' },
});
const { stock: _stock, isAvailable: _isAvailable, ...open } = product;
const get = `GET /api/products/${product.id}`;
const own = `GET /api/admin/products?ids=${product.id}&limit=1`;
const put = `PUT /api/products/${product.id}`;
const upload = 'POST /api/upload/upload';
const saved = json({ success: true, message: 'x', data: { ...product, version: 2 } });

const openForm = (answers: Answers = {}) =>
  openPage('/edit-product/:id', {
    address: `/edit-product/${product.id}`,
    answers: { [get]: { success: true, data: open }, [own]: listAnswer([product]), ...answers },
  });
type Opened = Awaited<ReturnType<typeof openForm>>;

const field = (label: string | RegExp) => screen.findByLabelText(label);
const retype = async ({ user }: Opened, label: string | RegExp, text: string) => {
  const input = await field(label);
  await user.clear(input);
  if (text !== '') await user.type(input, text);
};
const save = ({ user }: Opened) => user.click(screen.getByRole('button', { name: 'Save changes' }));

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
  });

  it('takes an image address or an upload (AEDIT-03)', async () => {
    const { user } = await openForm();
    await user.click(await screen.findByRole('radio', { name: 'Upload an image' }));
    expect(screen.getByLabelText('Image file')).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Image URL' }));
    expect(screen.getByLabelText('Image address')).toBeVisible();
  });

  it.each([
    ['AEDIT-04', 'Product name', '', 'Name is required'],
    ['AEDIT-05', 'Description', '', 'Description is required'],
    ['AEDIT-06', 'Price', '0', 'Price must be a positive number'],
    ['AEDIT-06', 'Price', 'abc', 'Price must be a positive number'],
    ['SIL-66', /^Old price/, '900', 'Original price must be higher than current price'],
    ['AEDIT-07', 'Image address', 'ftp://x/a.png', 'Enter a valid image URL (jpg/png/gif/webp)'],
    ['AEDIT-07', 'Image address', 'https://x.example/a.pdf', 'Enter a valid image URL (jpg/png/gif/webp)'],
    ['AEDIT-07', 'Image address', '', 'Enter a valid image URL (jpg/png/gif/webp)'],
  ])('%s: %s "%s" is refused with "%s"', async (_row, label, text, message) => {
    const opened = await openForm();
    await retype(opened, label, text);
    await save(opened);
    expect(await screen.findByText(message)).toBeVisible();
    expect(await field(label)).toBeInvalid();
    expect(await field(label)).toHaveFocus();
    expect(opened.network.count(put)).toBe(0);
  });

  it('sends the whole product and goes to /products (AAPI-31, CONF-49, CONF-47, AGATE-10)', async () => {
    const { reply, bodies } = noting(saved);
    const opened = await openForm({ [put]: reply });
    await retype(opened, 'Product name', 'Phone One');
    await save(opened);
    await waitFor(() => expect(opened.address()).toBe('/products'));
    expect(screen.getByText('Product updated successfully!')).toBeVisible();
    const { inStock: _inStock, ...whole } = open;
    expect(bodies).toEqual([{ ...whole, name: 'Phone One', inStock: true }]);
  });

  it('accepts a picture address (AEDIT-07)', async () => {
    const { reply, bodies } = noting(saved);
    const opened = await openForm({ [put]: reply });
    await retype(opened, 'Image address', 'https://pictures.example/a.WEBP');
    await save(opened);
    await waitFor(() => expect(bodies).toMatchObject([{ image: 'https://pictures.example/a.WEBP' }]));
  });

  it('refuses a missing file and a file that is not an image (AEDIT-08, AEDIT-09)', async () => {
    const opened = await openForm();
    await opened.user.click(await screen.findByRole('radio', { name: 'Upload an image' }));
    await save(opened);
    expect(await screen.findByText('Please select an image file to upload.')).toBeVisible();
    const input = screen.getByLabelText<HTMLInputElement>('Image file');
    input.removeAttribute('accept');
    await opened.user.upload(input, new File(['x'], 'a.txt', { type: 'text/plain' }));
    await save(opened);
    expect(await screen.findByText('Selected file is not an image.')).toBeVisible();
    expect(opened.network.count(put)).toBe(0);
  });

  it("uploads on the edit page's own path and saves the address (AAPI-36, AAPI-37, CONF-48)", async () => {
    const { reply, bodies } = noting(saved);
    const opened = await openForm({
      [upload]: json({ success: true, imageUrl: '/uploads/beef0000beef0000/640.webp', picture: {} }, 201),
      [put]: reply,
    });
    await opened.user.click(await screen.findByRole('radio', { name: 'Upload an image' }));
    await opened.user.upload(
      screen.getByLabelText('Image file'),
      new File(['x'], 'a.png', { type: 'image/png' }),
    );
    await save(opened);
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
      const { reply, bodies } = noting(saved);
      const opened = await openForm({
        [get]: { success: true, data: several },
        [own]: listAnswer([several]),
        [put]: reply,
        ...answers,
      });
      await field('Image address');
      const press = (name: string) => opened.user.click(screen.getByRole('button', { name }));
      return { opened, bodies, press };
    };

    it('does not send unchanged pictures', async () => {
      const { opened, bodies } = await openSeveral();
      await retype(opened, 'Product name', 'Other');
      await save(opened);
      await waitFor(() => expect(bodies).toHaveLength(1));
      expect(bodies[0]).not.toHaveProperty('images');
    });

    it('swaps the main picture with another one', async () => {
      const { opened, bodies, press } = await openSeveral();
      await press('Make picture 3 the main picture');
      expect(await field('Image address')).toHaveValue(path('side'));
      await save(opened);
      await waitFor(() =>
        expect(bodies).toMatchObject([{ image: path('side'), images: [path('back'), path('front')] }]),
      );
    });

    it('moves, removes and adds them', async () => {
      const { opened, bodies, press } = await openSeveral({
        [upload]: json({ success: true, imageUrl: path('added'), picture: {} }, 201),
      });
      await press('Move picture 2 later');
      expect(screen.getByRole('button', { name: 'Move picture 3 earlier' })).toHaveFocus();
      await press('Remove picture 2');
      await opened.user.upload(
        screen.getByLabelText('Add pictures'),
        new File(['x'], 'a.png', { type: 'image/png' }),
      );
      await save(opened);
      await waitFor(() =>
        expect(bodies).toMatchObject([
          { image: path('front'), images: [path('back'), `http://localhost${path('added')}`] },
        ]),
      );
    });

    it('drops an external main picture when another one takes its place', async () => {
      const { opened, bodies, press } = await openSeveral();
      await retype(opened, 'Image address', 'https://pictures.example/a.png');
      await press('Make picture 2 the main picture');
      await save(opened);
      await waitFor(() => expect(bodies).toMatchObject([{ image: path('back'), images: [path('side')] }]));
    });

    it('shows concurrent changes of the pictures and keeps the own ones (S-10)', async () => {
      const { opened, press } = await openSeveral({
        [put]: problem(409, 'version-conflict', 'This product was changed.'),
      });
      await press('Remove picture 3');
      opened.network.answer({ [own]: listAnswer([{ ...several, image: path('back'), version: 2 }]) });
      await save(opened);
      expect(await screen.findByRole('row', { name: /^Further pictures 2 pictures/ })).toBeVisible();
      expect(screen.getAllByRole('button', { name: /^Remove picture/ })).toHaveLength(1);
    });

    it('shows a refusal of the server at the pictures', async () => {
      const refusal = {
        success: false,
        message: 'Refused.',
        code: 'invalid-request',
        details: [{ path: 'images', message: 'A product has at most 8 pictures' }],
      };
      const { opened, press } = await openSeveral({ [put]: json(refusal, 400) });
      await press('Remove picture 3');
      await save(opened);
      expect(await screen.findByText('A product has at most 8 pictures')).toBeVisible();
    });
  });

  it('says "Image upload failed." and saves nothing (AERR-30)', async () => {
    const opened = await openForm({ [upload]: down });
    await opened.user.click(await screen.findByRole('radio', { name: 'Upload an image' }));
    await opened.user.upload(
      screen.getByLabelText('Image file'),
      new File(['x'], 'a.png', { type: 'image/png' }),
    );
    await save(opened);
    expect((await screen.findAllByText('Image upload failed.')).length).toBeGreaterThan(0);
    expect(opened.network.count(put)).toBe(0);
  });

  it('says "Failed to load product data" with Retry (AERR-28)', async () => {
    const opened = await openForm({ [get]: down, [own]: down });
    expect(await screen.findByText('Failed to load product data')).toBeVisible();
    opened.network.answer({ [get]: { success: true, data: open }, [own]: listAnswer([product]) });
    await opened.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await field('Product name')).toHaveValue('Phone 1');
  });

  it('has no Retry for a product that does not exist', async () => {
    await openForm({
      [get]: problem(404, 'not-found', 'This product does not exist.'),
      [own]: listAnswer([]),
    });
    expect(await screen.findByText('Failed to load product data')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to the products' })).toHaveAttribute('href', '/products');
  });

  it('restores unsaved input after the session ended (decision 30)', async () => {
    const opened = await openForm();
    await retype(opened, 'Product name', 'Mine');
    opened.unmount();
    const again = await openForm();
    expect(await field('Product name')).toHaveValue('Mine');
    expect(await screen.findByText(/What you had typed and not saved is back/)).toBeVisible();
    await again.user.click(await screen.findByRole('button', { name: 'Discard it' }));
    expect(await field('Product name')).toHaveValue('Phone 1');
  });
});
