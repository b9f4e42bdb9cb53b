import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { Sheet } from './sheet.tsx';

function Clear({ canDismiss = true }: { canDismiss?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Clear Cart
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Clear Cart"
        canDismiss={canDismiss}
        initialFocus={cancel}
        actions={
          <>
            <button type="button" ref={cancel} onClick={() => setOpen(false)}>
              Cancel
            </button>
            <button type="button">Clear all</button>
          </>
        }
      >
        Are you sure?
      </Dialog>
    </>
  );
}
const open = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Clear Cart' }));
  return screen.getByRole('dialog', { name: 'Clear Cart' });
};

describe('Dialog', () => {
  it('is a modal named by its title, with the focus on the safe action', async () => {
    const showModal = jest.spyOn(HTMLDialogElement.prototype, 'showModal');
    render(<Clear />);
    await open();
    expect(showModal).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  });

  it.each(['Cancel', 'Close'])('restores the focus after %s and removes its content', async (name) => {
    render(<Clear />);
    await open();
    await userEvent.click(screen.getByRole('button', { name }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Are you sure?')).toBeNull();
    expect(screen.getByRole('button', { name: 'Clear Cart' })).toHaveFocus();
  });

  it('stays open when a scanner types a number and Enter at a button', async () => {
    render(<Clear />);
    await open();
    await userEvent.keyboard('356938035643809{Enter}');
    expect(screen.getByRole('dialog', { name: 'Clear Cart' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('restores the focus when it is unmounted', async () => {
    function Once() {
      const [isAsked, setAsked] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setAsked(true)}>
            Logout
          </button>
          {isAsked ? (
            <Dialog open onClose={() => setAsked(false)} title="Logout">
              Are you sure?
            </Dialog>
          ) : null}
        </>
      );
    }
    render(<Once />);
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Logout' })).toHaveFocus();
  });

  it('closes on Escape and on the scrim, not on a press inside', async () => {
    render(<Clear />);
    await open();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();

    const dialog = await open();
    await userEvent.click(screen.getByText('Are you sure?'));
    expect(dialog).toBeVisible();
    await userEvent.click(dialog);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays open when a text selection ends on the scrim', async () => {
    render(<Clear />);
    const dialog = await open();
    fireEvent.pointerDown(screen.getByText('Are you sure?'));
    fireEvent.click(dialog);
    expect(dialog).toBeVisible();
  });

  it('ignores Escape and scrim while it cannot be dismissed', async () => {
    render(<Clear canDismiss={false} />);
    const dialog = await open();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(dialog);
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });

  it('prevents every Escape while it cannot be dismissed, because the browser would close it at the third', async () => {
    render(<Clear canDismiss={false} />);
    await open();
    const press = (key: string) => fireEvent.keyDown(screen.getByText('Are you sure?'), { key });
    expect(press('Escape')).toBe(false);
    expect(press('Tab')).toBe(true);
  });

  it('keeps its content during the closing transition', async () => {
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    HTMLDialogElement.prototype.getAnimations = () => [{ finished } as unknown as Animation];
    try {
      render(<Clear />);
      await open();
      await userEvent.keyboard('{Escape}');
      expect(screen.getByText('Are you sure?')).toBeInTheDocument();
      await act(async () => finish());
      expect(screen.queryByText('Are you sure?')).toBeNull();
    } finally {
      Reflect.deleteProperty(HTMLDialogElement.prototype, 'getAnimations');
    }
  });
});

describe('Sheet', () => {
  it('requests closing when a resized window no longer shows its opener', () => {
    const button = document.createElement('button');
    const opener = { current: button };
    const close = jest.fn();
    const { unmount } = render(
      <Sheet open onClose={close} title="Menu" opener={opener}>
        Home
      </Sheet>,
    );
    expect(screen.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    const boxes = jest.spyOn(button, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
    fireEvent(window, new Event('resize'));
    expect(close).not.toHaveBeenCalled();
    boxes.mockReturnValue([] as unknown as DOMRectList);
    fireEvent(window, new Event('resize'));
    expect(close).toHaveBeenCalledTimes(1);
    unmount();
    fireEvent(window, new Event('resize'));
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('is named by its title when its head shows something else', () => {
    render(
      <Sheet open onClose={() => {}} title="Menu" head={<b>Kinmel</b>}>
        Home
      </Sheet>,
    );
    expect(screen.getByRole('dialog', { name: 'Menu' })).toHaveTextContent('Kinmel');
  });
});
