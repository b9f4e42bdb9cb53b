import type { Order } from '@kinmel/contracts';
import samples from '../samples/samples.json' with { type: 'json' };

/** An order of a cart with fixed values. */
export function anOrder(changes: Partial<Order> = {}): Order {
  const id = changes._id ?? '66000000000000000000a0d1';
  return {
    ...(structuredClone(samples.order) as unknown as Order),
    _id: id,
    id,
    customerDetails: {
      ...samples.delivery,
      name: 'Aarati Gurung',
      email: 'aarati@kinmel.example',
      notes: '',
    },
    products: [aLine('iPhone 13 Pro'), aLine('Galaxy Buds3 Pro')],
    ...changes,
  };
}

export function aLine(
  name: string,
  changes: Partial<Order['products'][number]> = {},
): Order['products'][number] {
  return {
    productId: name.toLowerCase().replaceAll(' ', '-'),
    name,
    ...samples.line,
    ...changes,
  };
}
