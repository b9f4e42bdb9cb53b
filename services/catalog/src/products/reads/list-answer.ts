import { BytesAnswer } from '@kinmel/service-kit';

const open = Buffer.from('{"success":true,"data":[');
const comma = Buffer.from(',');
const close = Buffer.from(']');

/** Concatenates the cached JSON of products and the other fields of the answer. */
export function listAnswer(
  cards: readonly Buffer[],
  rest: Readonly<Record<string, unknown>> = {},
): BytesAnswer {
  const end = Object.keys(rest).length === 0 ? '}' : `,${JSON.stringify(rest).slice(1)}`;
  const listed = cards.flatMap((card, index) => (index === 0 ? [card] : [comma, card]));
  return new BytesAnswer(Buffer.concat([open, ...listed, close, Buffer.from(end)]));
}
