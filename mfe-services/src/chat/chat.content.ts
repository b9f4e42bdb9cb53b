/** The texts of the chat assistant that are not in the policy record. */
export const chat = {
  title: 'Chat assistant',
  greeting: 'Hello. I answer questions on delivery, returns, warranty, payment and contact.',
  fallback:
    'I know about delivery, returns, warranty, payment and contact only. Selling a phone, repairs, special offers and your orders are in the menu of the shop. For anything else please write or call us.',
  unavailable: 'The figures of the shop are not there at the moment. Please open the contact page.',
  currency: 'All prices are in NPR.',
} as const;

/** The quick replies, with the words that ask for the same topic. */
export const topics = [
  { name: 'Delivery', words: /deliver|shipp|express|same.?day|courier/i },
  { name: 'Returns', words: /return|refund|money.?back|exchange/i },
  { name: 'Warranty', words: /warrant|guarant/i },
  { name: 'Payment', words: /\bpay|\bcash\b|\bcards?\b|\bcod\b|wallet|esewa|khalti|currenc|\bnpr\b/i },
  {
    name: 'Contact',
    words: /contact|address|e-?mail|\bcall\b|phone number|hours|\bopen|where are you|location|human|staff/i,
  },
] as const;

export type Topic = (typeof topics)[number]['name'];
