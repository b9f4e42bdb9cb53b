/** Beginnings and ends that a mail program turns into a link: of an address of the web, or of a mailbox. */
const link = /:\/\/|www\.|@|[\p{L}\p{N}-]{2,}\.\p{L}{2,}(?=$|[\s/:?#,;)])/iu;

/**
 * Where an order goes, or, when that could lead somewhere, no more than that there is an address. Whoever orders chooses
 * both the mailbox and this text: as with names, no link of theirs may reach a stranger in our mail.
 */
export const deliveryAddress = (text: string): string =>
  link.test(text) ? 'the address of your order' : text;
