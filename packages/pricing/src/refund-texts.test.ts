import { refundTexts } from './refund-texts.ts';

it('names each step of a refund, goods with their count', () => {
  const lines = [{ key: 'a', name: 'Case', quantity: 2 }];
  const step = (rule: 'goods' | 'tax' | 'shipping' | 'free-shipping', line: string | null = null) => ({
    rule,
    line,
    amountInMinorUnits: 100,
  });
  const steps = [
    step('goods', 'a'),
    step('goods', 'gone'),
    step('tax'),
    step('shipping'),
    step('free-shipping'),
  ];
  expect(refundTexts(lines, steps)).toEqual([
    ['2 × Case', 100],
    ['Goods', 100],
    ['Tax', 100],
    ['Shipping', 100],
    ['Free shipping no longer applies', 100],
  ]);
});
