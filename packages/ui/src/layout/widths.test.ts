import { upTo, widestWindowPx, withWidths } from './widths.ts';

describe('named widths', () => {
  it('replaces each name by the query of its layout, for styles and for the sizes of pictures', () => {
    expect(withWidths('@media not all and (--phone)')).toBe(`@media not all and ${upTo('phone')}`);
    expect(withWidths('(--phone) 45vw, (--laptop) 52vw, 310px')).toBe(
      `${upTo('phone')} 45vw, ${upTo('laptop')} 52vw, 310px`,
    );
  });

  it('apply to windows up to a width', () => {
    expect(upTo('phone')).toBe(`(max-width: ${widestWindowPx.phone}px)`);
  });

  it('refuses a name that no layout has', () => {
    expect(() => withWidths('@media (--watch)')).toThrow('There is no layout "watch"');
  });
});
