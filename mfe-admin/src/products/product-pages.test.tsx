import { screen } from '@testing-library/react';
import { axeViolations } from '../testing/axe-violations.ts';
import { openPage } from '../testing/open-page.tsx';
import { anAdminProduct, listAnswer, openListAnswer } from '../testing/products.ts';

afterEach(() => sessionStorage.clear());

const product = anAdminProduct(1);
const answers = {
  'GET /api/products?page=1&limit=8': openListAnswer([product]),
  'GET /api/admin/products?page=1&limit=8': listAnswer([product]),
  [`GET /api/products/${product.id}`]: { success: true, data: product },
  [`GET /api/admin/products?ids=${product.id}&limit=1`]: listAnswer([product]),
};

describe('axe finds no violations', () => {
  it('in the list of products, its edit modal and its delete question', async () => {
    const { user } = await openPage('/products', { answers });
    await screen.findByRole('link', { name: 'Phone 1' });
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete Phone 1' }));
    await screen.findByRole('dialog', { name: 'Delete product' });
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Edit Phone 1' }));
    await screen.findByRole('dialog', { name: 'Edit Phone 1' });
    expect(await axeViolations()).toEqual([]);
  });

  it('in each tab of Add Product, also with errors', async () => {
    const { user } = await openPage('/admin/add-product', { answers });
    await user.click(await screen.findByRole('button', { name: 'Add Product' }));
    for (const name of ['Basic Info', 'Pricing', 'Category', 'Specifications', 'Media']) {
      await user.click(screen.getByRole('tab', { name: new RegExp(`^${name}`) }));
      expect(await axeViolations()).toEqual([]);
    }
  });

  it('in the edit page', async () => {
    const { user } = await openPage('/edit-product/:id', { address: `/edit-product/${product.id}`, answers });
    await screen.findByLabelText('Product name');
    expect(await axeViolations()).toEqual([]);
    await user.click(screen.getByRole('radio', { name: 'Upload an image' }));
    expect(await axeViolations()).toEqual([]);
  });
});
