import mongoose from 'mongoose';
import { storedNames } from './product-fields.rules.ts';
import { createProductModel } from './products.store.ts';

// Mongoose drops in silence what its schema does not name.
it.each([...storedNames])('the database keeps %s', (name) => {
  const { schema } = createProductModel(mongoose.createConnection());
  expect(schema.path(name)).toBeDefined();
});
