const open = Buffer.from('{"success":true,"data":[');
const comma = Buffer.from(',');
const close = Buffer.from(']');

/** The JSON of an answer that lists products: finished cards side by side, then the rest of its fields. */
export function listJson(cards: readonly Buffer[], rest: Readonly<Record<string, unknown>> = {}): Buffer {
  const end = Object.keys(rest).length === 0 ? '}' : `,${JSON.stringify(rest).slice(1)}`;
  const listed = cards.flatMap((card, index) => (index === 0 ? [card] : [comma, card]));
  return Buffer.concat([open, ...listed, close, Buffer.from(end)]);
}
