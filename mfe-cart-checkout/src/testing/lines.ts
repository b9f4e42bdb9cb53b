import { aDevice, productId } from '@kinmel/testing/samples';
import { inputOf, lineOf } from '../cart/cart.rules.ts';

export const offer = {
  id: productId(7),
  title: 'Galaxy Festival',
  description: '',
  discount: '12% OFF',
  discountPercentage: 12,
};
export const iphone = lineOf(
  {
    _id: productId(1),
    name: 'iPhone 13 Pro',
    price: 91_500,
    image: '/uploads/iphone-13/640.webp',
    quantity: 2,
    details: '128 GB, Sierra Blue',
  },
  1,
);
export const galaxy = lineOf(
  {
    _id: productId(2),
    name: 'Galaxy S25 Ultra',
    price: 144_900,
    originalPrice: 164_900,
    image: '',
    specialOffer: offer,
    promoCode: 'GALAXY12',
  },
  2,
);
/** A single device: grade B, battery 88%. */
export const device = lineOf(inputOf(aDevice()), 3);
