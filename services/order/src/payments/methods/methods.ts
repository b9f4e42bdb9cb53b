import { type OnlinePaymentMethod, type PaymentMethod, paymentMethods } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import type { MethodProvider, PaymentProvider } from '../payment-provider.ts';
import type { ConfigOf } from './ask-provider.ts';
import { cardConfigShape, openCard } from './card.ts';
import { esewaConfigShape, openEsewa } from './esewa.ts';
import { khaltiConfigShape, openKhalti } from './khalti.ts';

/** The environment of all methods. */
export const methodsConfigShape = { ...cardConfigShape, ...esewaConfigShape, ...khaltiConfigShape };

export const openMethods = (config: ConfigOf<typeof methodsConfigShape>): PaymentProvider =>
  providerOf({ card: openCard(config), esewa: openEsewa(config), khalti: openKhalti(config) });

const notAvailable = () =>
  new ProblemError('service-unavailable', 'This payment method is not available right now.');

/**
 * One provider for all methods, which delegates to the provider of the order's method or of the id. If that provider is
 * no longer configured, payments of earlier orders behave as during an outage of it.
 */
export function providerOf(
  methods: Readonly<Partial<Record<OnlinePaymentMethod, MethodProvider | undefined>>>,
): PaymentProvider {
  const providers = Object.values(methods).filter((provider) => provider !== undefined);
  const providerFor = (method: PaymentMethod) =>
    Object.entries(methods).find(([name]) => name === method)?.[1];
  const ownerOf = async (id: string) => {
    const owner = providers.find((provider) => provider.owns(id)) ?? providers[0];
    if (owner === undefined) throw notAvailable();
    return owner;
  };
  return {
    supports: (method) => !paymentMethods[method].isPaidOnline || providerFor(method) !== undefined,
    async createPage(request) {
      const provider = providerFor(request.paymentMethod);
      if (provider === undefined) throw notAvailable();
      return provider.createPage(request);
    },
    readSession: async (id) => (await ownerOf(id)).readSession(id),
    closePage: async (id) => (await ownerOf(id)).closePage(id),
    refund: async (request) => (await ownerOf(request.paymentId)).refund(request),
    readRefunds: async (id) => (await ownerOf(id)).readRefunds(id),
    readEvent(bytes, headers) {
      const readers = providers.filter(({ readEvent }) => readEvent !== undefined);
      const reader = readers.find(({ signatureHeader = '' }) => signatureHeader in headers) ?? readers[0];
      if (reader?.readEvent === undefined)
        throw new ProblemError('invalid-request', 'No payment provider sends webhooks here.');
      return reader.readEvent(bytes, headers);
    },
    readReturn(query) {
      for (const provider of providers) {
        const sessionId = provider.readReturn?.(query);
        if (sessionId !== undefined) return sessionId;
      }
      throw new ProblemError('invalid-request', 'This address names no payment.');
    },
  };
}
