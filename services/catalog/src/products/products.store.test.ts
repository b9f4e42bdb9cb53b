import mongoose from 'mongoose';
import { storedNames } from './product-fields.rules.ts';
import { createProductModel } from './products.store.ts';

// Mongoose silently drops fields that are not in its schema.
it.each([...storedNames])('the database stores %s', (name) => {
  const { schema } = createProductModel(mongoose.createConnection());
  expect(schema.path(name)).toBeDefined();
});
