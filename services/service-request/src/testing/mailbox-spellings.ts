/** Spellings of one mailbox: another case, the domain in ASCII, full-width letters. */
export const mailboxSpellings = [
  'v@bücher.example',
  'V@BÜCHER.example',
  'v@xn--bcher-kva.example',
  '\uff56@bücher.example',
];
