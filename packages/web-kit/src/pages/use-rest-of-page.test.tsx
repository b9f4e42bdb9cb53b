import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { useRestOfPage } from '../index.ts';

let go: ReturnType<typeof useNavigate>;

function Follow() {
  const navigate = useNavigate();
  useEffect(() => {
    go = navigate;
  });
  return null;
}

function Product() {
  return (
    <>
      <h1>Product</h1>
      {useRestOfPage() ? <p>below</p> : null}
    </>
  );
}

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]} useTransitions={false}>
      <Follow />
      <Routes>
        <Route path="/" element={<h1>List</h1>} />
        <Route path="/product" element={<Product />} />
      </Routes>
    </MemoryRouter>,
  );

/** Requested animation frames, run by the test. */
let frames: FrameRequestCallback[] = [];
async function drawFrame() {
  await act(async () => {
    for (const frame of frames.splice(0)) frame(0);
    jest.runAllTimers();
  });
}

beforeEach(() => {
  frames = [];
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  jest.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation(() => frames.splice(0));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const follow = (to: string | number) =>
  act(async () => {
    await (typeof to === 'number' ? go(to) : go(to));
  });

describe('content below the first view of a page', () => {
  it('is rendered after the frame of the first view when a link opened the page', async () => {
    open('/');
    await follow('/product');
    expect(screen.getByRole('heading')).toHaveTextContent('Product');
    expect(screen.queryByText('below')).toBeNull();
    await drawFrame();
    expect(screen.getByText('below')).toBeVisible();
  });

  it('is rendered from the start on the landing page, and when the history restores a page, for its scroll position', async () => {
    open('/product');
    expect(screen.getByText('below')).toBeVisible();
    await follow('/');
    await follow(-1);
    expect(screen.getByText('below')).toBeVisible();
  });

  it('is not rendered after its page is left', async () => {
    open('/');
    await follow('/product');
    await follow('/');
    expect(frames).toEqual([]);
  });
});
