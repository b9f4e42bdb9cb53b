import { saveFile } from './save-file.ts';

describe('a saved file', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('keeps its URL for a browser that reads it after the click, then revokes it', () => {
    const revoke = jest.fn();
    URL.revokeObjectURL = revoke;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    saveFile('data.json', 'blob:data');
    expect(click.mock.contexts[0]).toMatchObject({ download: 'data.json', href: 'blob:data' });
    jest.advanceTimersByTime(30_000);
    expect(revoke).not.toHaveBeenCalled();
    jest.advanceTimersByTime(60_000);
    expect(revoke.mock.calls).toEqual([['blob:data']]);
  });
});
