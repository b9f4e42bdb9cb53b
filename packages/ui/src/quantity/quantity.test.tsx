import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import fc from 'fast-check';
import { useState } from 'react';
import { Quantity } from './quantity.tsx';

function ControlledQuantity({ first, onChange }: { first: number; onChange: (value: number) => void }) {
  const [value, setValue] = useState(first);
  return (
    <Quantity
      name="Pixel 9"
      value={value}
      max={5}
      parseNumber={(text) => (text === 'four' ? 4 : Number(text))}
      onChange={(next) => {
        onChange(next);
        setValue(next);
      }}
    />
  );
}
const minus = () => screen.getByRole('button', { name: 'Decrease quantity of Pixel 9' });
const plus = () => screen.getByRole('button', { name: 'Increase quantity of Pixel 9' });
const number = () => screen.getByRole('textbox', { name: 'Quantity of Pixel 9' });

it('stays between 1 and the maximum (CART-09)', async () => {
  const onChange = jest.fn();
  render(<ControlledQuantity first={2} onChange={onChange} />);
  await userEvent.click(minus());
  expect(onChange).toHaveBeenLastCalledWith(1);
  expect(minus()).toBeDisabled();
  for (let step = 0; step < 4; step += 1) await userEvent.click(plus());
  expect(onChange).toHaveBeenLastCalledWith(5);
  expect(plus()).toBeDisabled();
});

it('keeps the focus inside when a button becomes disabled', async () => {
  render(<ControlledQuantity first={2} onChange={jest.fn()} />);
  await userEvent.click(minus());
  expect(plus()).toHaveFocus();
});

it('commits a typed number on blur and corrects invalid input', async () => {
  const onChange = jest.fn();
  render(<ControlledQuantity first={2} onChange={onChange} />);
  await userEvent.clear(number());
  await userEvent.type(number(), 'four{Enter}');
  expect(onChange).toHaveBeenLastCalledWith(4);
  for (const invalidText of ['', '-3', '1.5', 'e', ' ']) {
    await userEvent.clear(number());
    if (invalidText) await userEvent.type(number(), invalidText);
    await userEvent.tab();
    expect(number()).toHaveValue('4');
  }
  await userEvent.clear(number());
  await userEvent.type(number(), '77');
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith(5);
});

it('calls back with whole numbers within the bounds only', async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[0-9a-z. -]{1,6}$/), async (typedText) => {
      const onChange = jest.fn();
      const { unmount } = render(<ControlledQuantity first={2} onChange={onChange} />);
      await userEvent.clear(number());
      await userEvent.type(number(), typedText);
      await userEvent.tab();
      unmount();
      for (const [value] of onChange.mock.calls) expect([1, 2, 3, 4, 5]).toContain(value);
    }),
    { numRuns: 15 },
  );
});
