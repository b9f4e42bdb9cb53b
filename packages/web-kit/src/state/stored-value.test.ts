import { storedValue } from './stored-value.ts';

const isTextList = (raw: unknown): raw is string[] =>
  Array.isArray(raw) && raw.every((item) => typeof item === 'string');
const wishes = () =>
  storedValue<string[]>({ key: 'wishes', empty: [], parse: (raw) => (isTextList(raw) ? raw : undefined) });

beforeEach(() => localStorage.clear());

describe('a stored value', () => {
  it('is read back by another page, as the same object until it changes', () => {
    expect(wishes().write(['a', 'b'])).toBe(true);
    const other = wishes();
    expect(other.read()).toEqual(['a', 'b']);
    expect(other.read()).toBe(other.read());
  });

  it.each(['{', '[1]', 'null', '"text"', 'undefined'])('starts empty with the invalid content %s', (text) => {
    localStorage.setItem('wishes', text);
    localStorage.setItem('cart', '["kept"]');
    expect(wishes().read()).toEqual([]);
    expect(localStorage.getItem('cart')).toBe('["kept"]');
  });

  it('is kept on this page when the browser refuses to store it', () => {
    const stored = wishes();
    const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(stored.write(['a'])).toBe(false);
    expect(stored.read()).toEqual(['a']);
    setItem.mockRestore();
    expect(stored.write(['a', 'b'])).toBe(true);
    expect(wishes().read()).toEqual(['a', 'b']);
  });

  it('is empty when the browser forbids storage', () => {
    const getItem = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(wishes().read()).toEqual([]);
    getItem.mockRestore();
  });

  it('notifies subscribers of changes by this page, by other tabs, and before a cached page is restored', () => {
    const stored = wishes();
    const listener = jest.fn();
    const stop = stored.subscribe(listener);
    const dispatch = (event: Event) => {
      listener.mockClear();
      window.dispatchEvent(event);
      return listener.mock.calls.length;
    };
    stored.write(['a']);
    expect(listener).toHaveBeenCalledTimes(1);
    localStorage.setItem('wishes', '["b"]');
    expect(dispatch(new PageTransitionEvent('pageshow', { persisted: false }))).toBe(0);
    expect(dispatch(new PageTransitionEvent('pageshow', { persisted: true }))).toBe(1);
    expect(dispatch(new StorageEvent('storage', { key: 'cart' }))).toBe(0);
    expect(dispatch(new StorageEvent('storage', { key: 'wishes' }))).toBe(1);
    expect(stored.read()).toEqual(['b']);
    stop();
    expect(dispatch(new StorageEvent('storage', { key: 'wishes' }))).toBe(0);
    expect(dispatch(new PageTransitionEvent('pageshow', { persisted: true }))).toBe(0);
  });
});
