export const sellPhone = {
  title: 'Sell Your Phone',
  lead: 'Tell us about it. We contact you within 24 hours with a quote, pick it up at your door and pay the same day.',
  steps: ['Send the details', 'Get a quote', 'Pickup and payment'],
} as const;

export const promises = [
  { icon: 'valuation', name: 'Instant valuation', text: 'An estimate as you type' },
  { icon: 'pickup', name: 'Door-step pickup', text: 'We come to you' },
  { icon: 'payment', name: 'Same-day payment', text: 'After the check at your door' },
] as const;
