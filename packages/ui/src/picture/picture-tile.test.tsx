import { fireEvent, render, screen } from '@testing-library/react';
import { PictureTile } from './picture-tile.tsx';

const sources = {
  avifSrcSet: '/uploads/a/320.avif 320w',
  webpSrcSet: '/uploads/a/320.webp 320w',
  src: '/uploads/a/640.webp',
  width: 1200,
  height: 1200,
};

it('replaces a broken picture by a placeholder (CARD-02)', () => {
  render(<PictureTile sources={sources} alt="Pixel 9, Obsidian" />);
  fireEvent.error(screen.getByAltText('Pixel 9, Obsidian'));
  expect(screen.getByAltText('Product image not available')).toBeVisible();
  expect(screen.queryByAltText('Pixel 9, Obsidian')).toBeNull();
});

it('shows the placeholder at once when there is no picture (CARD-02)', () => {
  render(<PictureTile sources={undefined} alt="Pixel 9, Obsidian" />);
  expect(screen.getByAltText('Product image not available')).toBeVisible();
});

it('tries the next picture after a broken one', () => {
  const { rerender } = render(<PictureTile sources={sources} alt="Pixel 9" />);
  fireEvent.error(screen.getByAltText('Pixel 9'));
  rerender(<PictureTile sources={{ ...sources, src: '/uploads/b/640.webp' }} alt="Pixel 9" />);
  expect(screen.getByAltText('Pixel 9')).toHaveAttribute('src', '/uploads/b/640.webp');
});

it('detects a picture that failed before hydration (CARD-02)', () => {
  const state = jest.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
  const address = jest
    .spyOn(HTMLImageElement.prototype, 'currentSrc', 'get')
    .mockReturnValue('http://localhost/uploads/a/640.webp');
  render(<PictureTile sources={sources} alt="Pixel 9" />);
  expect(screen.getByAltText('Product image not available')).toBeVisible();
  state.mockRestore();
  address.mockRestore();
});

it('reserves its size, and has high priority only when asked', () => {
  const { rerender } = render(<PictureTile sources={sources} alt="Pixel 9" sizes="310px" />);
  const image = screen.getByAltText('Pixel 9');
  expect(image).toHaveAttribute('width', '1200');
  expect(image).toHaveAttribute('height', '1200');
  expect(image).toHaveAttribute('loading', 'lazy');
  expect(image).not.toHaveAttribute('fetchpriority');
  rerender(<PictureTile sources={sources} alt="Pixel 9" sizes="310px" priority />);
  expect(image).toHaveAttribute('loading', 'eager');
  expect(image).toHaveAttribute('fetchpriority', 'high');
});
