import { layerFault, layersOf } from './layer-order.ts';

const declaredOrder = '/* The order. */\n@layer reset, tokens, ui, remote;';

describe('cascade layers', () => {
  it('are read in order of first appearance', () => {
    const css =
      '@layer reset, ui;@layer tokens{a{color:red}}@layer ui{@media print{b{color:red}}}@layer remote;';
    expect(layersOf(css)).toEqual(['reset', 'ui', 'tokens', 'remote']);
  });

  it('must be in the declared order', () => {
    expect(layerFault('@layer reset{*{margin:0}}@layer ui{a{margin:1px}}', declaredOrder)).toBeUndefined();
    expect(
      layerFault(`${declaredOrder}@layer ui{a{margin:1px}}@layer reset{*{margin:0}}`, declaredOrder),
    ).toBeUndefined();
    expect(layerFault('@layer ui{a{margin:1px}}@layer reset{*{margin:0}}', declaredOrder)).toBe(
      'The layers of the style sheet are ui, reset, and should be reset, ui',
    );
  });
});
