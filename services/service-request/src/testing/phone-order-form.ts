/** The form as the page sends it. */
export const aPhoneOrder = (over: Record<string, unknown> = {}) => ({
  name: 'Chandra Thapa',
  email: 'chandra@example.com',
  phone: '9812345678',
  model: 'iPhone 15 Pro',
  color: 'Black',
  storage: '256 GB',
  quantity: 2,
  paymentMethod: 'full',
  deliveryMethod: 'delivery',
  address: 'Thamel 12, Kathmandu',
  preferredDate: '',
  preferredTime: '',
  message: '',
  budget: '',
  priority: 'standard',
  ...over,
});
