/** The form as the page sends it; all fields are texts. */
export const aSellForm = (over: Record<string, string> = {}): Record<string, string> => ({
  fullName: 'Asha Gurung',
  brand: 'apple',
  model: 'iPhone 13',
  condition: 'good',
  storage: '128',
  color: 'black',
  expectedPrice: '320.50',
  hasCharger: 'true',
  contactEmail: 'asha@example.com',
  contactPhone: '+977 980-123-4567',
  description: 'Always in a case.',
  ...over,
});
