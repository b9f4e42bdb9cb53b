import { act, render, screen } from '@testing-library/react';
import { ToastRegion } from '../host/index.ts';
import { cartToastDurationMs, currentToasts, dismissToast, toast } from './toast.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

describe('toasts', () => {
  it.each([
    ['3 seconds by default', {}, 3000],
    ['2 seconds when about the cart', { durationMs: cartToastDurationMs }, 2000],
  ])('stay for %s (CONST-09, CONST-10, CONST-11, CONF-16)', (_what, options, ms) => {
    render(<ToastRegion />);
    act(() => void toast.success('Saved', options));
    pass(ms - 1);
    expect(screen.getByRole('status')).toHaveTextContent('Saved');
    pass(1);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('are limited to three: the oldest is removed', () => {
    render(<ToastRegion />);
    act(() => {
      for (const text of ['one', 'two', 'three', 'four']) toast.info(text);
    });
    expect(screen.queryByText('one')).not.toBeInTheDocument();
    expect(screen.getAllByRole('status')).toHaveLength(3);
  });
});
