import ArrowRight from 'lucide-react/icons/arrow-right';
import type { StoryMeta } from '../story.ts';
import { Button } from './button.tsx';
import type { ButtonLook } from './button-look.ts';

export default { title: 'Button', component: Button } satisfies StoryMeta;

const looks: readonly [ButtonLook, label: string, busy: string][] = [
  ['buy', 'Add to Cart', 'Adding...'],
  ['solid', 'Save', 'Saving...'],
  ['tonal', 'Add to Cart', 'Adding...'],
  ['line', 'View All (12)', 'Loading...'],
  ['ghost', 'View Special Offers', 'Loading...'],
  ['danger', 'Clear Cart', 'Clearing...'],
  ['ghostDanger', 'Clear Cart', 'Clearing...'],
];
const row = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 16 } as const;

export const Looks = () => (
  <div style={row}>
    {looks.map(([look, label]) => (
      <Button key={look} look={look}>
        {label}
      </Button>
    ))}
  </div>
);

export const Sizes = () => (
  <div style={row}>
    <Button size="small">Small</Button>
    <Button size="medium">Medium</Button>
    <Button>Normal</Button>
    <Button size="large">
      Large <ArrowRight />
    </Button>
  </div>
);

export const Busy = () => (
  <div style={row}>
    {looks.map(([look, label, busy]) => (
      <Button key={look} look={look} busy busyText={busy}>
        {label}
      </Button>
    ))}
  </div>
);

export const Disabled = () => (
  <div style={row}>
    {looks.map(([look, label]) => (
      <Button key={look} look={look} disabled>
        {look === 'tonal' ? 'Out of Stock' : label}
      </Button>
    ))}
  </div>
);

export const FullWidth = () => (
  <Button look="buy" size="large" fullWidth>
    Proceed to Checkout
  </Button>
);
