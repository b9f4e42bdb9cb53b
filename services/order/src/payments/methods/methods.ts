import type { OnlinePaymentMethod } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import type { MethodProvider, PaymentProvider } from '../payment-provider.ts';
import type { ConfigOf } from './ask-provider.ts';
import { cardConfigShape, openCard } from './card.ts';
import { esewaConfigShape, openEsewa } from './esewa.ts';
import { khaltiConfigShape, openKhalti } from './khalti.ts';

/** The environment of all methods. */
export const methodsConfigShape = { ...cardConfigShape, ...esewaConfigShape, ...khaltiConfigShape };

/** Undefined when the environment configures no online method. */
export const openMethods = (config: ConfigOf<typeof methodsConfigShape>): PaymentProvider | undefined =>
  providerOf({ card: openCard(config), esewa: openEsewa(config), khalti: openKhalti(config) });

/** One provider for all methods: calls go to the provider of the order's method, or of the id. */
export function providerOf(
  methods: Readonly<Partial<Record<OnlinePaymentMethod, MethodProvider | undefined>>>,
): PaymentProvider | undefined {
  const providers = Object.values(methods).filter((provider) => provider !== undefined);
  const [first] = providers;
  if (first === undefined) return undefined;
  const ownerOf = (id: string) => providers.find((provider) => provider.owns(id)) ?? first;
  return {
    async createPage(request) {
      const provider = Object.entries(methods).find(([name]) => name === request.paymentMethod)?.[1];
      if (provider === undefined)
        throw new ProblemError('service-unavailable', 'This payment method is not available right now.');
      return provider.createPage(request);
    },
    readSession: (id) => ownerOf(id).readSession(id),
    closePage: (id) => ownerOf(id).closePage(id),
    refund: (request) => ownerOf(request.paymentId).refund(request),
    readRefunds: (id) => ownerOf(id).readRefunds(id),
    readEvent(bytes, headers) {
      const readers = providers.filter(({ readEvent }) => readEvent !== undefined);
      const reader = readers.find(({ signatureHeader = '' }) => signatureHeader in headers) ?? readers[0];
      if (reader?.readEvent === undefined)
        throw new ProblemError('invalid-request', 'No payment provider sends webhooks here.');
      return reader.readEvent(bytes, headers);
    },
    readReturn(returned) {
      for (const provider of providers) {
        const sessionId = provider.readReturn?.(returned);
        if (sessionId !== undefined) return sessionId;
      }
      throw new ProblemError('invalid-request', 'This address names no payment.');
    },
  };
}
