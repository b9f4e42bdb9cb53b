// Written by npm run documents from the schemas of the contracts; change those.
import type { Facets, Suggestion } from '../catalog/catalog-endpoints.ts';
import type { Picture, Product } from '../catalog/product.ts';
import {
  amount,
  either,
  fields,
  figure,
  filledText,
  list,
  oneOf,
  or,
  type Reader,
  text,
  truth,
} from './readers.ts';

export const readPicture: Reader<Picture> = fields({
  id: text,
  alt: or(text, ''),
  width: or(amount, 1200),
  height: or(amount, 1200),
  dominantColor: or(text, '#f2f4f1'),
  hasTransparency: or(truth, true),
});

export const readProduct: Reader<Product> = fields({
  _id: text,
  id: text,
  name: text,
  brand: or(text, ''),
  description: or(text, ''),
  price: amount,
  oldPrice: or(amount, null),
  category: oneOf(['smartphone', 'laptop', 'watch', 'earphones', 'premiumsmartphones', 'galaxyproducts']),
  featured: or(truth, false),
  inStock: or(truth, true),
  lowStockCount: or(amount, null),
  image: or(text, ''),
  pictures: or(list(readPicture), []),
  specs: or(
    fields(
      {},
      {
        storage: filledText,
        display: filledText,
        battery: filledText,
        camera: filledText,
        connectivity: filledText,
        features: filledText,
        sensors: filledText,
        color: filledText,
      },
    ),
    {},
  ),
  createdAt: or(text, ''),
  updatedAt: or(text, ''),
  version: or(amount, 1),
});

export const readFacets: Reader<Facets> = fields({
  category: or(
    list(
      fields({
        value: text,
        count: figure,
      }),
    ),
    [],
  ),
  brand: or(
    list(
      fields({
        value: text,
        count: figure,
      }),
    ),
    [],
  ),
  price: fields({
    min: or(figure, 0),
    max: or(figure, 0),
  }),
  inStock: or(figure, 0),
});

export const readSuggestion: Reader<Suggestion> = either<Suggestion>(
  fields({
    kind: oneOf(['query']),
    text,
  }),
  fields({
    kind: oneOf(['product']),
    id: text,
    text,
    category: oneOf(['smartphone', 'laptop', 'watch', 'earphones', 'premiumsmartphones', 'galaxyproducts']),
    price: amount,
    image: or(text, ''),
  }),
);
