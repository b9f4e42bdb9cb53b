/** How the shop is reached. The footer draws it without a request; the policy record says the same of its hours (INFO-04). */
export const shopContact = {
  hours: 'Mon-Fri 8am to 5pm',
  email: 'hello@kinmel.example',
  phone: '+977 1 555 0142',
} as const;
