import { json } from '@kinmel/testing/page';
import { screen, waitFor } from '@testing-library/react';
import { openPage } from './testing/open-page.tsx';
import { anAdminProduct, listAnswer } from './testing/products.ts';

const product = anAdminProduct(1, { image: '/uploads/c0ffee00c0ffee00/640.webp' });
const { stock: _stock, isAvailable: _isAvailable, ...open } = product;

afterEach(() => {
  delete document.documentElement.dataset.api;
  sessionStorage.clear();
});

it('sends every call of the back office to the configured base address: reads, changes and uploads (AAPI-44, API-01)', async () => {
  document.documentElement.dataset.api = 'https://api.shop.example';
  const sent: string[] = [];
  const noted = (answer: object, status?: number) => (request: Request) => {
    sent.push(`${request.method} ${request.url} ${request.credentials}`);
    return json(answer, status)(request);
  };
  const { user } = await openPage('/edit-product/:id', {
    address: `/edit-product/${product.id}`,
    answers: {
      [`/api/products/${product.id}`]: noted({ success: true, data: open }),
      [`/api/admin/products?ids=${product.id}&limit=1`]: noted(listAnswer([product])),
      'POST /api/upload/upload': noted(
        { success: true, imageUrl: '/uploads/beef0000beef0000/640.webp' },
        201,
      ),
      [`PUT /api/products/${product.id}`]: noted({ success: true, message: 'x', data: product }),
    },
  });
  await user.click(await screen.findByRole('radio', { name: 'Upload an image' }));
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('Image file'), file);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toHaveLength(4));
  expect(sent.toSorted()).toEqual([
    `GET https://api.shop.example/api/admin/products?ids=${product.id}&limit=1 include`,
    `GET https://api.shop.example/api/products/${product.id} include`,
    'POST https://api.shop.example/api/upload/upload include',
    `PUT https://api.shop.example/api/products/${product.id} include`,
  ]);
});
