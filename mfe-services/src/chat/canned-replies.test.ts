import { paymentMethods } from '@kinmel/contracts/browser';
import { aPolicy } from '@kinmel/testing/page';
import { replyTo } from './canned-replies.ts';
import { chat } from './chat.content.ts';

const policy = aPolicy({
  chat: {
    freeDelivery: 'Delivery is free on orders above NPR 5,000.',
    expressDelivery: 'Express delivery on the next day costs NPR 500.',
    sameDayDelivery: 'Same-day delivery in Kathmandu costs NPR 800.',
    returns: 'We have a 7-day return policy.',
    warranty: 'Warranty: 6 months for phones and watches, 1 year for laptops, 3 months for accessories.',
  },
  payments: { sentence: 'Secure payments', methods: ['cash_on_delivery', 'khalti'] },
  contact: { address: 'Lakeside 6, Pokhara', email: 'shop@test.example', phone: '+977 61 555 0199' },
});

describe('the canned reply of the chat (CHAT-09, SIL-33)', () => {
  it.each([
    ['Delivery', 'NPR 5,000', 'CHAT-10, CONF-04'],
    ['How much is express shipping?', 'next day costs NPR 500', 'CHAT-11, CONF-05'],
    ['do you deliver on the same day', 'Kathmandu costs NPR 800', 'CHAT-12'],
    ['Can I RETURN it?', '7-day return policy', 'CHAT-13, CONF-06'],
    ['is there a guarantee', '6 months for phones and watches', 'CHAT-14, CONF-07'],
    ['warranty of a laptop', '1 year for laptops', 'CHAT-15'],
    ['Warranty on a charger', '3 months for accessories', 'CHAT-16'],
    ['can i pay by card?', 'All prices are in NPR', 'CHAT-17'],
    [
      'do you take eSewa',
      `Ways to pay: ${paymentMethods.cash_on_delivery.label}, ${paymentMethods.khalti.label}.`,
      'P5',
    ],
    ['what is your phone number', '+977 61 555 0199', 'CONF-02'],
    ['When are you open?', 'Office hours: Mon-Fri 8am to 5pm', 'CONF-08'],
    ['Where are you', 'Lakeside 6, Pokhara', 'CONF-02'],
  ])('to "%s" says "%s" (%s)', (question, part) => {
    expect(replyTo(question, policy)).toContain(part);
  });

  it('answers each topic of a question once', () => {
    expect(replyTo('returns, refund and warranty', policy)).toBe(
      `${policy.chat.returns} ${policy.chat.warranty}`,
    );
  });

  it.each(['Which phone is best?', '¿?', 'postpaid reopening'])(
    'lists its topics for another question: %s',
    (question) => {
      expect(replyTo(question, policy)).toBe(chat.fallback);
    },
  );

  it('points to the rest of the shop (CHAT-02)', () => {
    for (const question of [
      'How do I sell my phone?',
      'Repair my screen',
      'Where is my order?',
      'Any offers?',
    ])
      expect(replyTo(question, policy)).toMatch(/selling a phone, repairs, special offers and your orders/i);
  });

  it('gives no figures without the policy record', () => {
    expect(replyTo('delivery', undefined)).toBe(chat.unavailable);
  });
});
