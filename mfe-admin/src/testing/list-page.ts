import type { RenderedPage } from '@kinmel/testing/page';
import { act, screen, within } from '@testing-library/react';

/** One service's answer to a list that several services share. */
export const ownerAnswer = <Row>(data: readonly Row[]) => ({ success: true, data, next: null });

export const tableOf = (name: string) => screen.findByRole('grid', { name });

/** The row of a table that contains a text. */
export const rowWith = async (table: string, text: string) =>
  within((await within(await tableOf(table)).findByText(text)).closest('tr') as HTMLElement);

/** The headers of the columns, without those of checkboxes. */
export const headersOf = async (table: string) =>
  within(await tableOf(table))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .filter(Boolean);

export const dialog = (name?: string) => within(screen.getByRole('dialog', { name }));

/** A navigation suspends; React waits for it only in an awaited act. */
export const click = (user: RenderedPage['user'], element: Element) => act(() => user.click(element));

export const optionsOf = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

/** Records the names of downloaded files until mocks are restored. */
export function noteDownloads(): string[] {
  const names: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => {} });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}
