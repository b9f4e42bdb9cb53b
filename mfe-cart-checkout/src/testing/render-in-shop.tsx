import { createAppStore, ToastRegion } from '@kinmel/web-kit/host';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';

/** Renders a page or a widget in a new store, with router and toasts. */
export function renderInShop(element: ReactElement) {
  const store = createAppStore();
  const rendered = render(
    <Provider store={store}>
      <MemoryRouter>
        {element}
        <ToastRegion />
      </MemoryRouter>
    </Provider>,
  );
  // Toasts are global: closes those of the previous test.
  for (const closeButton of screen.queryAllByRole('button', { name: 'Close message' }))
    fireEvent.click(closeButton);
  return { store, ...rendered };
}
