import { aPolicy, aProduct, productId, productListAnswer, products } from '@kinmel/testing/samples';

const list = productListAnswer(products(6));
/** The first-view answers of all pages. */
export const pageAnswers = {
  '/api/policy': { success: true, data: aPolicy() },
  '/api/products/category/premiumsmartphones?sort=createdAt_desc': list,
  '/api/products/category/galaxyproducts?sort=createdAt_desc': list,
  '/api/products?category=smartphone&limit=24&brand=Apple': list,
  '/api/products?category=watch&limit=24': list,
  '/api/products?category=Laptop&limit=24': list,
  '/api/products?category=earphones&limit=24': list,
  '/api/products?search=phone&limit=24': list,
  [`/api/products/${productId(1)}`]: { success: true, data: aProduct() },
};
