import { storedValue } from './stored-value.ts';

const isTextList = (raw: unknown): raw is string[] =>
  Array.isArray(raw) && raw.every((item) => typeof item === 'string');
const wishes = () =>
  storedValue<string[]>({ key: 'wishes', empty: [], parse: (raw) => (isTextList(raw) ? raw : undefined) });

beforeEach(() => localStorage.clear());

describe('a stored value', () => {
  it('is read back by another page', () => {
    expect(wishes().write(['a', 'b'])).toBe(true);
    expect(wishes().read()).toEqual(['a', 'b']);
  });

  it.each(['{', '[1]', 'null', '"text"', 'undefined'])('starts empty with the invalid content %s', (text) => {
    localStorage.setItem('wishes', text);
    localStorage.setItem('cart', '["kept"]');
    expect(wishes().read()).toEqual([]);
    expect(localStorage.getItem('cart')).toBe('["kept"]');
  });

  it('is the same object until it changes, so that components do not render again', () => {
    const stored = wishes();
    stored.write(['a']);
    expect(stored.read()).toBe(stored.read());
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

  it('notifies subscribers of changes by this page and by other tabs only', () => {
    const stored = wishes();
    const listener = jest.fn();
    const stop = stored.subscribe(listener);
    stored.write(['a']);
    expect(listener).toHaveBeenCalledTimes(1);
    localStorage.setItem('wishes', '["b"]');
    window.dispatchEvent(new StorageEvent('storage', { key: 'wishes' }));
    expect(listener).toHaveBeenCalledTimes(2);
    expect(stored.read()).toEqual(['b']);
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    window.dispatchEvent(new StorageEvent('storage', { key: 'wishes' }));
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('notifies subscribers when the browser restores a cached page, which missed changes of other tabs', () => {
    const stored = wishes();
    stored.write(['a']);
    const listener = jest.fn();
    const stop = stored.subscribe(listener);
    const show = (persisted: boolean) =>
      window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));
    localStorage.setItem('wishes', '["b"]');
    show(false);
    expect(listener).not.toHaveBeenCalled();
    show(true);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(stored.read()).toEqual(['b']);
    stop();
    show(true);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
