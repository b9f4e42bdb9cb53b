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

/** The frames that the browser was asked for, drawn when the test says so. */
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

describe('what stands below the first view of a page', () => {
  it('comes after the frame that shows the first view, when a link opened the page', async () => {
    open('/');
    await follow('/product');
    expect(screen.getByRole('heading')).toHaveTextContent('Product');
    expect(screen.queryByText('below')).toBeNull();
    await drawFrame();
    expect(screen.getByText('below')).toBeVisible();
  });

  it('is there from the start on the page that a document opens with', () => {
    open('/product');
    expect(screen.getByText('below')).toBeVisible();
  });

  it('is there from the start when the history brings a page back, for its scroll position', async () => {
    open('/product');
    await follow('/');
    await follow(-1);
    expect(screen.getByText('below')).toBeVisible();
  });

  it('is not drawn any more for a page that was left before', async () => {
    open('/');
    await follow('/product');
    await follow('/');
    expect(frames).toEqual([]);
  });
});
