import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { RangeInput } from './range-input.tsx';

function Price({ onChange, onCommit }: { onChange: jest.Mock; onCommit: jest.Mock }) {
  const [value, setValue] = useState<[number, number]>([100, 300]);
  return (
    <RangeInput
      label="Price"
      min={0}
      max={500}
      step={50}
      value={value}
      onChange={(next) => {
        onChange(next);
        setValue(next);
      }}
      onCommit={onCommit}
      format={(amount) => `NPR ${amount}`}
    />
  );
}

it('has two named sliders with formatted values', () => {
  render(<Price onChange={jest.fn()} onCommit={jest.fn()} />);
  expect(screen.getByRole('slider', { name: 'Price from' })).toHaveAttribute('aria-valuetext', 'NPR 100');
  expect(screen.getByRole('slider', { name: 'Price to' })).toHaveAttribute('aria-valuetext', 'NPR 300');
});

it('keeps the two values from crossing', () => {
  const onChange = jest.fn();
  render(<Price onChange={onChange} onCommit={jest.fn()} />);
  fireEvent.change(screen.getByRole('slider', { name: 'Price from' }), { target: { value: '450' } });
  expect(onChange).toHaveBeenLastCalledWith([300, 300]);
  fireEvent.change(screen.getByRole('slider', { name: 'Price to' }), { target: { value: '50' } });
  expect(onChange).toHaveBeenLastCalledWith([300, 300]);
});

it('commits the value on key up', async () => {
  const onCommit = jest.fn();
  render(<Price onChange={jest.fn()} onCommit={onCommit} />);
  const from = screen.getByRole('slider', { name: 'Price from' });
  fireEvent.change(from, { target: { value: '150' } });
  expect(onCommit).not.toHaveBeenCalled();
  from.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(onCommit).toHaveBeenCalledWith([150, 300]);
});
