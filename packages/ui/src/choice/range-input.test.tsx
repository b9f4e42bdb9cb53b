import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { RangeInput } from './range-input.tsx';

function Price({ seen, committed }: { seen: jest.Mock; committed: jest.Mock }) {
  const [value, setValue] = useState<[number, number]>([100, 300]);
  return (
    <RangeInput
      label="Price"
      min={0}
      max={500}
      step={50}
      value={value}
      onChange={(next) => {
        seen(next);
        setValue(next);
      }}
      onCommit={committed}
      format={(amount) => `NPR ${amount}`}
    />
  );
}

it('has two named sliders with formatted values', () => {
  render(<Price seen={jest.fn()} committed={jest.fn()} />);
  expect(screen.getByRole('slider', { name: 'Price from' })).toHaveAttribute('aria-valuetext', 'NPR 100');
  expect(screen.getByRole('slider', { name: 'Price to' })).toHaveAttribute('aria-valuetext', 'NPR 300');
});

it('keeps the two values from crossing', () => {
  const seen = jest.fn();
  render(<Price seen={seen} committed={jest.fn()} />);
  fireEvent.change(screen.getByRole('slider', { name: 'Price from' }), { target: { value: '450' } });
  expect(seen).toHaveBeenLastCalledWith([300, 300]);
  fireEvent.change(screen.getByRole('slider', { name: 'Price to' }), { target: { value: '50' } });
  expect(seen).toHaveBeenLastCalledWith([300, 300]);
});

it('commits the value on key up', async () => {
  const committed = jest.fn();
  render(<Price seen={jest.fn()} committed={committed} />);
  const from = screen.getByRole('slider', { name: 'Price from' });
  fireEvent.change(from, { target: { value: '150' } });
  expect(committed).not.toHaveBeenCalled();
  from.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(committed).toHaveBeenCalledWith([150, 300]);
});
