import { act, fireEvent, render, screen } from '@testing-library/react';
import { Toast } from './toast.tsx';
import { ToastStack } from './toast-stack.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

it('asks to close after its time (CONST-09)', () => {
  const close = jest.fn();
  render(<Toast kind="success" text="Added to Cart!" durationMs={2000} onClose={close} />);
  expect(screen.getByRole('status')).toHaveTextContent('Added to Cart!');
  wait(1999);
  expect(close).not.toHaveBeenCalled();
  wait(1);
  expect(close).toHaveBeenCalledTimes(1);
});

it.each([
  ['the pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['the focus', fireEvent.focus, fireEvent.blur],
])('stands still while %s is on it, and then has the rest of its time', (_, enter, leave) => {
  const close = jest.fn();
  render(<Toast kind="info" text="Offer loaded for editing" durationMs={3000} onClose={close} />);
  const button = screen.getByRole('button', { name: 'Close message' });
  wait(2500);
  enter(button);
  wait(60_000);
  expect(close).not.toHaveBeenCalled();
  leave(button);
  wait(499);
  expect(close).not.toHaveBeenCalled();
  wait(1);
  expect(close).toHaveBeenCalledTimes(1);
});

it('interrupts a reader for an error only', () => {
  render(<Toast kind="error" text="Product is out of stock!" durationMs={3000} onClose={() => {}} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Product is out of stock!');
});

it('is light whatever the theme (CONST-14)', () => {
  const { container } = render(<Toast kind="info" text="A" durationMs={3000} onClose={() => {}} />);
  expect(container.firstElementChild).toHaveAttribute('data-theme', 'light');
});

it('shows the newest three, newest on top, and closes the right one', () => {
  const close = jest.fn();
  const toasts = ['one', 'two', 'three', 'four'].map((text, id) => ({
    id,
    kind: 'info' as const,
    text,
    durationMs: 3000,
  }));
  render(<ToastStack toasts={toasts} onClose={close} />);
  expect(screen.getAllByRole('status').map((toast) => toast.textContent)).toEqual(['four', 'three', 'two']);
  fireEvent.click(screen.getAllByRole('button', { name: 'Close message' })[1] as HTMLElement);
  expect(close).toHaveBeenCalledWith(2);
});
