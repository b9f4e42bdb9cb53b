import { down, json, productId, renderPage } from '@kinmel/testing/page';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import SearchSuggestions, { typingPauseMs } from './search-suggestions.tsx';

const addressOf = (text: string) => `/api/products/suggestions?${new URLSearchParams({ q: text })}`;
const suggestions = {
  success: true,
  data: [
    { kind: 'query', text: 'galaxy s25' },
    {
      kind: 'product',
      id: productId(7),
      text: 'Galaxy S25 Ultra',
      category: 'galaxyproducts',
      price: 164_900,
      image: '/uploads/s25/640.webp',
    },
  ],
};

const onChoose = jest.fn();
const onSubmit = jest.fn();

/** A search field like that of the shell. */
function SearchField() {
  const [query, setQuery] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <input
        id="search-field"
        aria-label="Search"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <SearchSuggestions query={query} inputId="search-field" onChoose={onChoose} />
    </form>
  );
}

const field = () => screen.getByLabelText('Search');
const options = () => screen.getAllByRole('option');
const open = async (answer: object | (() => Promise<Response>) = suggestions) => {
  const page = await renderPage(<SearchField />, { answers: { [addressOf('gal')]: answer } });
  await page.user.type(field(), 'gal');
  return page;
};

const openWithSuggestions = async () => {
  const page = await open();
  await screen.findByRole('listbox', { name: 'Suggestions' });
  return page;
};

beforeEach(() => {
  onChoose.mockClear();
  onSubmit.mockClear();
});

describe('the suggestions while typing (SIL-09)', () => {
  it('show searches and products, and the field is their combobox', async () => {
    await openWithSuggestions();
    expect(screen.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
    expect(options().map(({ textContent }) => textContent)).toEqual([
      'galaxy s25',
      'Galaxy S25 UltraNPR 164,900',
    ]);
    expect(field()).toHaveAttribute('role', 'combobox');
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(field()).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
    expect(screen.getByText('2 suggestions')).toBeInTheDocument();
  });

  it('of the previous text are removed when the current text has none', async () => {
    const { user, network } = await openWithSuggestions();
    network.answer({ [addressOf('galp')]: down });
    await user.type(field(), 'p');
    await waitFor(() => expect(network.count(addressOf('galp'))).toBe(1));
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onChoose).not.toHaveBeenCalled();
  });

  it('are requested from the second letter on, after a pause in typing', async () => {
    const { network } = await renderPage(<SearchField />, { answers: { [addressOf('ga')]: suggestions } });
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      const type = (value: string) => fireEvent.change(field(), { target: { value } });
      const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
      type('g');
      await advance(typingPauseMs * 2);
      type('ga');
      await advance(typingPauseMs - 1);
      expect(network.requests).toEqual([]);
      await advance(1);
      expect(network.requests).toEqual([`GET ${addressOf('ga')}`]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('are selected by arrow keys, wrapping through the field, which keeps the focus', async () => {
    const { user } = await openWithSuggestions();
    await user.keyboard('{ArrowDown}');
    expect(options()[0]).toHaveAttribute('aria-selected', 'true');
    expect(field()).toHaveAttribute('aria-activedescendant', options()[0]?.id);
    await user.keyboard('{ArrowDown}');
    expect(options()[1]).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowDown}');
    expect(field()).not.toHaveAttribute('aria-activedescendant');
    await user.keyboard('{ArrowUp}');
    expect(options()[1]).toHaveAttribute('aria-selected', 'true');
    expect(field()).toHaveFocus();
  });

  it('open the product or the search by Enter, which submits the field only while none is selected', async () => {
    const { user } = await openWithSuggestions();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onChoose).toHaveBeenLastCalledWith('/search-results?q=galaxy+s25');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onChoose).toHaveBeenLastCalledWith(`/productdetails?id=${productId(7)}`);
    expect(onSubmit).not.toHaveBeenCalled();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onChoose).toHaveBeenCalledTimes(2);
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });

  it('open by a click, which does not take the focus from the field', async () => {
    const { user } = await open();
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    await user.click(within(list).getByText('Galaxy S25 Ultra'));
    expect(onChoose).toHaveBeenCalledWith(`/productdetails?id=${productId(7)}`);
    expect(field()).toHaveFocus();
  });

  it('close by Escape and open again by the arrow', async () => {
    const { user } = await openWithSuggestions();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{ArrowDown}');
    expect(options()[0]).toHaveAttribute('aria-selected', 'true');
  });

  it.each([
    ['nothing is found', json({ success: true, data: [] })],
    ['the call fails', down],
    ['the response is not a list', json('nonsense')],
  ])('are hidden when %s, and the field keeps working', async (_what, reply) => {
    const { network } = await open(reply as () => Promise<Response>);
    await waitFor(() => expect(network.requests).toHaveLength(1));
    expect(screen.queryByRole('option')).not.toBeInTheDocument();
    expect(field()).toHaveAttribute('aria-expanded', 'false');
  });

  it('restore the field when they are unmounted', async () => {
    const { unmount } = await renderPage(
      <>
        <input id="plain" aria-label="Plain" />
        <SearchSuggestions query="" inputId="plain" onChoose={onChoose} />
      </>,
    );
    const plain = screen.getByLabelText('Plain');
    expect(plain).toHaveAttribute('role', 'combobox');
    unmount();
    expect(plain.getAttributeNames().sort()).toEqual(['aria-label', 'id']);
  });
});
