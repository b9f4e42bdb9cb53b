import { offerSnapshotSchema, orderSchema, policySchema, productSchema } from '@kinmel/contracts';
import { anOrder } from '../page/orders.ts';
import { aDevice, anOfferSnapshot, aPolicy, aProduct } from './index.ts';

describe('the samples', () => {
  it('match their contracts', () => {
    for (const sample of [aProduct(), aDevice()]) expect(productSchema.parse(sample)).toEqual(sample);
    expect(policySchema.parse(aPolicy())).toEqual(aPolicy());
    expect(orderSchema.parse(anOrder())).toEqual(anOrder());
    expect(offerSnapshotSchema.parse(anOfferSnapshot())).toEqual(anOfferSnapshot());
  });
});
