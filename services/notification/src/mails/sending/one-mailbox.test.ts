import { emailSchema } from '@kinmel/contracts';
import { normalEmail } from '@kinmel/service-kit';
import MimeNode from 'nodemailer/lib/mime-node';

/** The recipient that nodemailer sends to the mail server. */
const deliveredTo = (address: string) =>
  new MimeNode().setEnvelope({ from: 'shop@x.example', to: { name: '', address } }).getEnvelope().to[0];

/** Spellings that are, or may be, delivered to `v@bücher.example`. */
const spellings = [
  'v@bücher.example',
  'V@bücher.example',
  'v@BÜCHER.example',
  'v@bu\u0308cher.example',
  'v@xn--bcher-kva.example',
  'v@XN--BCHER-KVA.example',
  '<v@bücher.example',
  'v@bücher.example>',
  '<<v@bücher.example>>',
  '"v"@bücher.example',
  'v()@bücher.example',
  'v@b\u00adücher.example',
  'v@bücher\u3002example',
  'v@bücher.example.',
  '\uff56@bücher.example',
];

it('addresses of one mailbox are refused or have one normal form (AUTH-A1, NOT-N1)', () => {
  const accepted = spellings.filter((address) => emailSchema.safeParse(address).success);
  expect(accepted.length).toBeGreaterThan(5);
  expect(new Set(accepted.map(normalEmail))).toEqual(new Set(['v@bücher.example']));
  const expectedRecipient = deliveredTo('v@bücher.example');
  for (const address of spellings.filter((other) => deliveredTo(other) === expectedRecipient))
    expect([
      address,
      emailSchema.safeParse(address).success && normalEmail(address) !== 'v@bücher.example',
    ]).toEqual([address, false]);
  expect(deliveredTo('<<v@bücher.example>>')).toBe(expectedRecipient);
});

it('accepted addresses are unchanged in the delivery', () => {
  for (const address of [
    "o'neill_&-{a}@x-y.example",
    'Asha.Rai+shop@mail.x.example',
    'v@xn--bcher-kva.example',
  ])
    expect([emailSchema.safeParse(address).success, deliveredTo(address)]).toEqual([true, address]);
});
