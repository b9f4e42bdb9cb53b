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
  it('stay for 3 seconds by default (CONST-10, CONST-11, CONF-16)', () => {
    render(<ToastRegion />);
    act(() => void toast.success('Saved'));
    pass(2999);
    expect(screen.getByRole('status')).toHaveTextContent('Saved');
    pass(1);
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });

  it('about the cart stay for 2 seconds (CONST-09, CONF-16)', () => {
    expect(cartToastDurationMs).toBe(2000);
    render(<ToastRegion />);
    act(() => void toast.success('Added to Cart!', { durationMs: cartToastDurationMs }));
    pass(1999);
    expect(screen.getByText('Added to Cart!')).toBeInTheDocument();
    pass(1);
    expect(screen.queryByText('Added to Cart!')).not.toBeInTheDocument();
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
