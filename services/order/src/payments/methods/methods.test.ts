import type { MethodProvider, PaymentRequest } from '../payment-provider.ts';
import { providerOf } from './methods.ts';

/** Answers every call with the name of the provider. */
const providerNamed = (name: string): MethodProvider => {
  const session = async () => ({ name }) as never;
  return {
    signatureHeader: `${name}-signature`,
    owns: (id) => id.startsWith(name),
    createPage: session,
    readSession: session,
    closePage: session,
    refund: session,
    readRefunds: session,
    readEvent: () => ({ name }) as never,
    readReturn: (query) => (query.has(name) ? `${name}-1` : undefined),
  };
};
const methods: Record<string, MethodProvider> = {
  card: providerNamed('card'),
  wallet: providerNamed('wallet'),
};
const provider = providerOf(methods);

it.each(['card', 'wallet'])('sends the calls of the method %s to its provider', async (name) => {
  const calls = [
    provider.createPage({ paymentMethod: name } as unknown as PaymentRequest),
    provider.readSession(`${name}-1`),
    provider.closePage(`${name}-1`),
    provider.refund({ paymentId: `${name}-1`, orderId: 'o', key: 'k' }),
    provider.readRefunds(`${name}-1`),
  ];
  expect(await Promise.all(calls)).toEqual(calls.map(() => ({ name })));
  expect(provider.readEvent(Buffer.alloc(0), { [`${name}-signature`]: 'signed' })).toEqual({ name });
  expect(provider.readReturn(new URLSearchParams({ [name]: '1' }))).toBe(`${name}-1`);
});

it('rejects a return query that names no payment, and a webhook when no provider sends any', () => {
  const { readEvent: _read, signatureHeader: _header, ...withoutWebhooks } = providerNamed('wallet');
  const providerWithoutWebhooks = providerOf({ card: withoutWebhooks });
  const refusal = expect.objectContaining({ code: 'invalid-request' });
  expect(() => provider.readReturn(new URLSearchParams({ utm: '1' }))).toThrow(refusal);
  expect(() => providerWithoutWebhooks.readEvent(Buffer.alloc(0), {})).toThrow(refusal);
});

it('supports no method that is not configured, and rejects its pages (ORD-P5)', async () => {
  const createPage = provider.createPage({ paymentMethod: 'cash_on_delivery' } as PaymentRequest);
  await expect(createPage).rejects.toMatchObject({ code: 'service-unavailable' });
  const unconfigured = providerOf({ card: undefined });
  const unavailable = { code: 'service-unavailable' };
  await expect(unconfigured.readSession('card-1')).rejects.toMatchObject(unavailable);
  expect((['cash_on_delivery', 'credit', 'card', 'esewa'] as const).filter(unconfigured.supports)).toEqual([
    'cash_on_delivery',
    'credit',
  ]);
  expect(provider.supports('card')).toBe(true);
});
