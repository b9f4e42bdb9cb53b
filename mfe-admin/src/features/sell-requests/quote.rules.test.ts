import { aSellRequest } from '../../testing/requests.ts';
import { checkQuote } from './quote.rules.ts';

const wrongPriceText = 'Please enter an amount from 0 to 1,000,000, with at most two decimals.';
const otherPriceText = 'Please say in the notes why the price is another one now.';
const missingNoteText = 'Please say the reason of this step in the notes.';
const notAcceptedText = 'The customer must accept another price first. Please save it as quoted.';
const quotedRequest = { status: 'quoted', estimatedPrice: 275, usualSteps: ['accepted', 'rejected'] };

it.each([
  [
    'no price (ASELL-32)',
    { estimatedPrice: ' ' },
    {},
    { estimatedPrice: 'Please enter the estimated price.' },
  ],
  ['a price below 0 (ASELL-33)', { estimatedPrice: '-1' }, {}, { estimatedPrice: wrongPriceText }],
  ['half a cent (ASELL-33)', { estimatedPrice: '10.005' }, {}, { estimatedPrice: wrongPriceText }],
  [
    'more than any phone costs (ASELL-33)',
    { estimatedPrice: '1000001' },
    {},
    { estimatedPrice: wrongPriceText },
  ],
  [
    'an ambiguous number, 2550 or 25.50 (SR-S3)',
    { estimatedPrice: '25,50' },
    {},
    { estimatedPrice: 'Do you mean 2550 or 25.50? Please write it like that.' },
  ],
  [
    'an unusual step without a note (ASELL-34, SIL-38)',
    { status: 'completed' },
    {},
    { adminNotes: missingNoteText },
  ],
  [
    'another price without a note (SR-S3)',
    { estimatedPrice: '250' },
    quotedRequest,
    { adminNotes: otherPriceText },
  ],
  [
    'an acceptance of another price (SR-S3)',
    { estimatedPrice: '250', status: 'accepted', adminNotes: 'A scratch.' },
    quotedRequest,
    { status: notAcceptedText },
  ],
])('refuses %s', (_, fields, request, errors) => {
  const form = { estimatedPrice: '200', status: 'quoted', adminNotes: '', ...fields };
  expect(checkQuote(form, aSellRequest(request as object))).toEqual(errors);
});

it.each([
  ['a price of 0 (ASELL-33)', { estimatedPrice: '0' }, {}],
  ['cents', { estimatedPrice: '275.50' }, {}],
  ['lakhs, a sign and Devanagari digits', { estimatedPrice: '$ १,००,०००' }, {}],
  ['the same price', { estimatedPrice: '275' }, quotedRequest],
  ['an unusual step with a note', { status: 'completed', adminNotes: 'Paid.' }, {}],
])('accepts %s', (_, fields, request) => {
  const form = { estimatedPrice: '200', status: 'quoted', adminNotes: '', ...fields };
  expect(checkQuote(form, aSellRequest(request as object))).toEqual({});
});
