/** Where the sample shopper's orders go, as the form of checkout sends it. */
export const sampleDelivery = {
  name: 'Sita Sharma',
  email: 'sita@example.com',
  phone: '+977 984-1234567',
  address: 'Durbar Marg 5',
  city: 'Kathmandu',
  zipCode: '44600',
  notes: '',
};
