import { createAppStore, ToastRegion } from '@kinmel/web-kit/host';
import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';

/** Draws a page or a widget in a fresh store, with router and toasts around it. */
export function draw(element: ReactElement) {
  const store = createAppStore();
  const drawn = render(
    <Provider store={store}>
      <MemoryRouter>
        {element}
        <ToastRegion />
      </MemoryRouter>
    </Provider>,
  );
  // Toasts belong to the page, not to the store: those of the test before are still there.
  for (const cross of screen.queryAllByRole('button', { name: 'Close message' })) fireEvent.click(cross);
  return { store, ...drawn };
}
