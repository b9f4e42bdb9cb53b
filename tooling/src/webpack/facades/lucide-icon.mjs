// Renders the icons of lucide-react. The package's own function also reads defaults from a context and scales line widths,
// which costs 1 KB in the shell and in each remote of a page.
import { createElement } from 'react';

export default ({ node }) =>
  function Icon({ size = 24, className, ...rest }) {
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': rest['aria-label'] === undefined ? 'true' : undefined,
        ...rest,
        // `base.css` styles `svg.lucide`.
        className: className ? `lucide ${className}` : 'lucide',
      },
      // Passed as arguments, because builds remove the keys (`icon-loader.mjs`).
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
