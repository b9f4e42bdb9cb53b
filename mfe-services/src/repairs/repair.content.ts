/** The repairs with their lowest price in US dollars. */
export const repairServices = [
  {
    name: 'Screen Replacement',
    from: 79,
    duration: '1-2 hours',
    text: 'Cracked glass, dead spots, a display that flickers.',
  },
  {
    name: 'Battery Replacement',
    from: 49,
    duration: '30-60 minutes',
    text: 'A phone that is empty at noon, or swells.',
  },
  {
    name: 'Water Damage Repair',
    from: 99,
    duration: '24-48 hours',
    text: 'Opened, dried, cleaned and tested. Leave it switched off until then.',
  },
  {
    name: 'Charging Port Repair',
    from: 59,
    duration: '1-2 hours',
    text: 'It charges only at an angle, or not at all.',
  },
] as const;

export const repairWarranty = '90-day repair warranty';
