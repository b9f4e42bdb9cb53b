import { useState } from 'react';
import type { StoryMeta } from '../story.ts';
import { Quantity } from './quantity.tsx';

export default { title: 'Quantity', component: Quantity } satisfies StoryMeta;

const Counted = ({ first, name }: { first: number; name: string }) => {
  const [value, setValue] = useState(first);
  return <Quantity name={name} value={value} onChange={setValue} />;
};

export const One = () => <Counted first={1} name="Galaxy S25 Ultra" />;
export const Several = () => <Counted first={2} name="iPhone 13 Pro" />;
export const Most = () => <Counted first={99} name="Pixel 9" />;
