import type { ShopPolicy } from '../policy/shop-policy.rules.ts';
import { chat, type Topic, topics } from './chat.content.ts';

export interface ChatMessage {
  readonly text: string;
  readonly isBot: boolean;
  /** Milliseconds since 1970, by the browser's clock. */
  readonly timestamp: number;
}

const answers: Readonly<Record<Topic, (policy: ShopPolicy) => string>> = {
  Delivery: (policy) =>
    `${policy.chat.freeDelivery} ${policy.chat.expressDelivery} ${policy.chat.sameDayDelivery}`,
  Returns: (policy) => policy.chat.returns,
  Warranty: (policy) => policy.chat.warranty,
  Payment: () => chat.payment,
  Contact: ({ contact, support }) =>
    `You reach us by phone, ${contact.phone}, and by mail, ${contact.email}: ${support.officeHours}. Our address: ${contact.address}.`,
};

/**
 * The canned reply to a question: what its words ask for, each topic once, in the figures of the policy record. They are said
 * and decide nothing.
 */
export function replyTo(question: string, policy: ShopPolicy | undefined): string {
  const asked = topics.filter(({ words }) => words.test(question));
  if (asked.length === 0) return chat.fallback;
  return policy === undefined ? chat.unavailable : asked.map(({ name }) => answers[name](policy)).join(' ');
}
