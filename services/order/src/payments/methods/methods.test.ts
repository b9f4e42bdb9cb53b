import type { MethodProvider, PaymentProvider, PaymentRequest } from '../payment-provider.ts';
import { providerOf } from './methods.ts';

/** Answers every call with its name. */
const providerNamed = (name: string): MethodProvider => {
  const session = async () => ({ name }) as never;
  return {
    signatureHeader: `${name}-signature`,
    owns: (id) => id.startsWith(name),
    createPage: session,
    readSession: session,
    closePage: session,
    refund: session,
    readRefund: session,
    readEvent: () => ({ name }) as never,
  };
};
const methods: Record<string, MethodProvider> = {
  card: providerNamed('card'),
  wallet: providerNamed('wallet'),
};
const provider = providerOf(methods) as PaymentProvider;

it.each(['card', 'wallet'])('sends the calls of the method %s to its provider', async (name) => {
  const calls = [
    provider.createPage({ paymentMethod: name } as unknown as PaymentRequest),
    provider.readSession(`${name}-1`),
    provider.closePage(`${name}-1`),
    provider.refund({ paymentId: `${name}-1`, orderId: 'o', refusals: 0 }),
    provider.readRefund(`${name}-1`),
  ];
  expect(await Promise.all(calls)).toEqual(calls.map(() => ({ name })));
  expect(provider.readEvent(Buffer.alloc(0), { [`${name}-signature`]: 'signed' })).toEqual({ name });
});

it('rejects a page of a method that is not configured', async () => {
  const createPage = provider.createPage({ paymentMethod: 'cash_on_delivery' } as PaymentRequest);
  await expect(createPage).rejects.toMatchObject({ code: 'service-unavailable' });
  expect(providerOf({ card: undefined })).toBeUndefined();
});
