import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Dialog } from '../dialog/dialog.tsx';
import { announceDelayMs } from '../state/announce-on-mount.ts';
import { Toast } from './toast.tsx';
import { ToastStack } from './toast-stack.tsx';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms));

it('calls onClose after its time (CONST-09)', () => {
  const close = jest.fn();
  render(<Toast kind="success" text="Added to Cart!" durationMs={2000} onClose={close} />);
  expect(screen.getByRole('status')).toHaveTextContent('Added to Cart!');
  wait(1999);
  expect(close).not.toHaveBeenCalled();
  wait(1);
  expect(close).toHaveBeenCalledTimes(1);
});

it('announces its text after its region is registered, an error at once (WCAG 4.1.3)', () => {
  const { rerender } = render(<Toast kind="success" text="Saved" durationMs={2000} onClose={() => {}} />);
  expect(screen.getByRole('status')).toBeVisible();
  expect(screen.getByText('Saved')).toHaveAttribute('aria-hidden', 'true');
  wait(announceDelayMs);
  expect(screen.getByText('Saved')).not.toHaveAttribute('aria-hidden');
  rerender(<Toast kind="error" text="Not saved" durationMs={2000} onClose={() => {}} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Not saved');
  expect(screen.getByText('Not saved')).not.toHaveAttribute('aria-hidden');
});

it('is not announced when quiet', () => {
  render(<Toast kind="error" text="Login failed" durationMs={2000} isQuiet onClose={() => {}} />);
  expect(screen.getByText('Login failed')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it.each([
  ['the pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['the focus', fireEvent.focus, fireEvent.blur],
])('pauses its time while %s is on it', (_, enter, leave) => {
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

it('uses role alert for errors only', () => {
  render(<Toast kind="error" text="Product is out of stock!" durationMs={3000} onClose={() => {}} />);
  expect(screen.getByRole('alert')).toHaveTextContent('Product is out of stock!');
});

it('is light in every theme (CONST-14)', () => {
  const { container } = render(<Toast kind="info" text="A" durationMs={3000} onClose={() => {}} />);
  expect(container.firstElementChild).toHaveAttribute('data-theme', 'light');
});

it('shows the newest on top, and closes the right one', () => {
  const close = jest.fn();
  const toasts = ['one', 'two', 'three'].map((text, id) => ({
    id,
    kind: 'info' as const,
    text,
    durationMs: 3000,
  }));
  render(<ToastStack toasts={toasts} onClose={close} />);
  expect(screen.getAllByRole('status').map((toast) => toast.textContent)).toEqual(['three', 'two', 'one']);
  fireEvent.click(screen.getAllByRole('button', { name: 'Close message' })[1] as HTMLElement);
  expect(close).toHaveBeenCalledWith(1);
});

describe('while modal dialogs are open', () => {
  const toasts = [{ id: 1, kind: 'success' as const, text: 'Promo code copied', durationMs: 3000 }];
  const page = (open: readonly string[]) => (
    <>
      <ToastStack toasts={toasts} onClose={() => {}} />
      {['second', 'first'].map((name) => (
        <Dialog key={name} open={open.includes(name)} onClose={() => {}} title={name}>
          {name}
        </Dialog>
      ))}
    </>
  );
  const shown = async (ui: ReactElement, rerender: (ui: ReactElement) => void) => {
    await act(async () => rerender(ui));
    return screen.getByRole('status').closest('dialog')?.textContent ?? 'page';
  };

  it('moves toasts into the last dialog opened, where they are not inert, and back to the page', async () => {
    const { rerender } = render(page([]));
    expect(await shown(page(['first']), rerender)).toContain('first');
    expect(screen.getByRole('region', { name: 'Messages' })).toHaveAttribute('popover', 'manual');
    expect(await shown(page(['first', 'second']), rerender)).toContain('second');
    expect(await shown(page(['first']), rerender)).toContain('first');
    expect(await shown(page([]), rerender)).toBe('page');
    expect(screen.getByRole('region', { name: 'Messages' })).not.toHaveAttribute('popover');
  });

  it('keeps toasts when a dialog is unmounted', async () => {
    const { rerender } = render(page(['first']));
    const alone = (
      <>
        <ToastStack toasts={toasts} onClose={() => {}} />
      </>
    );
    expect(await shown(alone, rerender)).toBe('page');
  });
});

it('stays top right at every width: fixed to the upper right corner, open below and to the left (CONST-13)', () => {
  // jsdom has no layout, so the CSS class is checked.
  const css = readFileSync(join(__dirname, 'toast.module.css'), 'utf8');
  const stacks = [...css.matchAll(/\.stack \{([^}]*)\}/g)].map(([, rules = '']) => rules);
  const insets = stacks.flatMap((rules) => /inset: ([^;]*);/.exec(rules)?.[1] ?? []);
  expect(stacks[0]).toContain('position: fixed;');
  expect(insets.length).toBeGreaterThan(0);
  for (const inset of insets) expect(inset).toMatch(/^(\d+px) \1 auto auto$/);
  expect(stacks.join()).not.toMatch(/(^|[^-])\b(top|right|bottom|left):/);
});
