import { paymentMethods } from '@kinmel/contracts/browser';
import type { ShopPolicy } from '../policy/shop-policy.ts';
import { chat, type Topic, topics } from './chat.content.ts';

const answers: Readonly<Record<Topic, (policy: ShopPolicy) => string>> = {
  Delivery: (policy) =>
    `${policy.chat.freeDelivery} ${policy.chat.expressDelivery} ${policy.chat.sameDayDelivery}`,
  Returns: (policy) => policy.chat.returns,
  Warranty: (policy) => policy.chat.warranty,
  Payment: ({ payments }) =>
    `Ways to pay: ${payments.methods.map((method) => paymentMethods[method].label).join(', ')}. ${chat.currency}`,
  Contact: ({ contact, support }) =>
    `This chat answers at any time. You reach us by phone, ${contact.phone}, and by mail, ${contact.email}. Office hours: ${support.officeHours}. Our address: ${contact.address}.`,
};

/** The reply to a question: the text of each topic that it mentions, with the figures of the policy record. */
export function replyTo(question: string, policy: ShopPolicy | undefined): string {
  const topicsOfQuestion = topics.filter(({ words }) => words.test(question));
  if (topicsOfQuestion.length === 0) return chat.fallback;
  return policy === undefined
    ? chat.unavailable
    : topicsOfQuestion.map(({ name }) => answers[name](policy)).join(' ');
}
