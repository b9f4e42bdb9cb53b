import { withWidths } from './widths.ts';

describe('named widths', () => {
  it('replaces each name by the query of its layout, for styles and for the sizes of pictures', () => {
    expect(withWidths('@media not all and (--phone)')).toBe('@media not all and (max-width: 768px)');
    expect(withWidths('(--phone) 45vw, (--laptop) 52vw, 310px')).toBe(
      '(max-width: 768px) 45vw, (max-width: 1279px) 52vw, 310px',
    );
  });

  it('refuses a name that no layout has', () => {
    expect(() => withWidths('@media (--watch)')).toThrow('There is no layout "watch"');
  });
});
