import { foldedPact } from './fold-pacts.ts';

it('a folded contract says the same with one interaction on a line, and is folded once', () => {
  const pact = { consumer: { name: 'order' }, interactions: [{ type: 'a' }, { type: 'b' }], metadata: {} };
  const folded = foldedPact(JSON.stringify(pact, null, 2));
  expect(JSON.parse(folded)).toEqual(pact);
  expect(folded.split('\n').slice(1, 3)).toEqual(['{"type":"a"},', '{"type":"b"}']);
  expect(foldedPact(folded)).toBe(folded);
});
