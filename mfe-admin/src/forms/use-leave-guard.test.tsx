import { down, json } from '@kinmel/testing/page';
import { Link, leaveSession } from '@kinmel/web-kit';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderAdminPage } from '../testing/open-page.tsx';
import { useLeaveGuard } from './use-leave-guard.tsx';

const deleteDraft = jest.fn();

/** A form with or without unsaved changes. */
function Form({ isChanged }: { isChanged: boolean }) {
  const { question } = useLeaveGuard(isChanged, deleteDraft);
  return (
    <>
      <Link to="/cart">Cart</Link>
      {question}
    </>
  );
}

const open = (isChanged: boolean) =>
  renderAdminPage(<Form isChanged={isChanged} />, {
    address: '/admin/add-offer',
    answers: { 'POST /api/auth/logout': json({ success: true }), 'POST /api/auth/refresh': down },
  });
const question = async () => within(await screen.findByRole('dialog', { name: 'Unsaved changes' }));
const unload = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

/** Numbers the history entries as the router does. */
const goBack = () => {
  history.replaceState({ idx: 0 }, '');
  history.pushState({ idx: 1 }, '');
  return { back: () => act(async () => history.back()), index: () => history.state.idx as number };
};

beforeEach(() => deleteDraft.mockClear());

describe('a form with unsaved changes', () => {
  it('asks before a link leaves it', async () => {
    const { user, address } = await open(true);
    await user.click(screen.getByRole('link', { name: 'Cart' }));
    await user.click((await question()).getByRole('button', { name: 'Stay' }));
    expect(address()).toBe('/admin/add-offer');
    expect(deleteDraft).not.toHaveBeenCalled();
    await user.click(screen.getByRole('link', { name: 'Cart' }));
    await user.click((await question()).getByRole('button', { name: 'Leave' }));
    expect(address()).toBe('/cart');
    expect(deleteDraft).toHaveBeenCalledTimes(1);
  });

  it('asks before the back button leaves it, before the router is notified', async () => {
    const entries = goBack();
    const { user } = await open(true);
    const onPop = jest.fn();
    window.addEventListener('popstate', onPop);
    try {
      await entries.back();
      const first = await question();
      await waitFor(() => expect(entries.index()).toBe(1));
      expect(onPop).not.toHaveBeenCalled();
      await user.click(first.getByRole('button', { name: 'Stay' }));
      await entries.back();
      await user.click((await question()).getByRole('button', { name: 'Leave' }));
      await waitFor(() => expect(onPop).toHaveBeenCalledTimes(1));
      expect(entries.index()).toBe(0);
      expect(deleteDraft).toHaveBeenCalledTimes(1);
    } finally {
      window.removeEventListener('popstate', onPop);
    }
  });

  it('asks before the page is closed', async () => {
    await open(true);
    expect(unload()).toBe(true);
  });

  it('does not block after the session has ended', async () => {
    const { user, address } = await open(true);
    await act(() => leaveSession());
    expect(unload()).toBe(false);
    await user.click(screen.getByRole('link', { name: 'Cart' }));
    expect(address()).toBe('/cart');
    expect(deleteDraft).not.toHaveBeenCalled();
  });
});

describe('a form without changes', () => {
  it('is left without a confirmation', async () => {
    const entries = goBack();
    const { user, address } = await open(false);
    expect(unload()).toBe(false);
    await entries.back();
    await waitFor(() => expect(entries.index()).toBe(0));
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Cart' }));
    expect(address()).toBe('/cart');
  });
});
