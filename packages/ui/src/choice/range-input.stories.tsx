import { useState } from 'react';
import type { StoryMeta } from '../story.ts';
import { RangeInput } from './range-input.tsx';

export default { title: 'RangeInput', component: RangeInput } satisfies StoryMeta;

export const Price = () => {
  const [value, setValue] = useState<[number, number]>([50000, 180000]);
  return (
    <div style={{ maxWidth: 264 }}>
      <RangeInput
        label="Price"
        min={0}
        max={240000}
        step={500}
        value={value}
        onChange={setValue}
        format={(amount) => `NPR ${amount.toLocaleString('en-US')}`}
      />
    </div>
  );
};
