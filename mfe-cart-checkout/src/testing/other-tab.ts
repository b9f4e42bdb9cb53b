import { act, fireEvent } from '@testing-library/react';

/** Stores a cart as another tab does; null clears the whole storage. */
export const inOtherTab = (lines: unknown) =>
  act(async () => {
    if (lines === null) localStorage.clear();
    else localStorage.setItem('cartItems', JSON.stringify(lines));
    fireEvent(window, new StorageEvent('storage', { key: lines === null ? null : 'cartItems' }));
  });
