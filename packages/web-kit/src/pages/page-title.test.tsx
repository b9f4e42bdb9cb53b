import { act, render } from '@testing-library/react';
import { usePageTitle } from '../index.ts';
import { nameDocument } from './page-title.ts';

function Page({ title }: { title: string }) {
  usePageTitle(title);
  return null;
}

/** Requested animation frames, run by the test. */
let frames: FrameRequestCallback[] = [];
const drawFrame = () =>
  act(() => {
    for (const frame of frames.splice(0)) frame(0);
    jest.runAllTimers();
  });

beforeEach(() => {
  frames = [];
  document.title = 'Before';
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the document title', () => {
  it('is set once, when the page is painted, to the last title given', () => {
    const set = jest.spyOn(document, 'title', 'set');
    nameDocument('Product');
    render(<Page title="Pixel 9" />);
    jest.runAllTimers();
    expect(set).not.toHaveBeenCalled();
    drawFrame();
    expect(set.mock.calls).toEqual([['Pixel 9 | Kinmel']]);
  });

  it("is the shop's name on a page without a title", () => {
    nameDocument('');
    drawFrame();
    expect(document.title).toBe('Kinmel');
  });

  it('does not wait for a frame in a hidden window, which paints none', () => {
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    render(<Page title="Order KM-7H2K-94QX" />);
    act(() => jest.runAllTimers());
    expect(frames).toEqual([]);
    expect(document.title).toBe('Order KM-7H2K-94QX | Kinmel');
  });
});
