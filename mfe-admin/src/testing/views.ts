import type { RenderedPage } from '@kinmel/testing/page';
import { act, screen, within } from '@testing-library/react';

/** Keeps what a list shows by a name, as staff do. */
export async function saveView(
  user: RenderedPage['user'],
  name: string,
  { isDefault = false } = {},
): Promise<void> {
  await act(() => user.click(screen.getByRole('button', { name: 'Views' })));
  const dialog = within(screen.getByRole('dialog', { name: 'Views' }));
  await act(() => user.type(dialog.getByRole('textbox', { name: 'Save what is shown as' }), name));
  await act(() => user.click(dialog.getByRole('button', { name: 'Save view' })));
  if (isDefault) await act(() => user.click(dialog.getByRole('button', { name: `Open ${name} by default` })));
  await act(() => user.click(dialog.getByRole('button', { name: 'Done' })));
}
