import type { StoryMeta } from '../story.ts';
import { Checkbox } from './checkbox.tsx';

export default { title: 'Checkbox', component: Checkbox } satisfies StoryMeta;

export const States = () => (
  <div style={{ maxWidth: 264 }}>
    <Checkbox label="Smartphones" detail={24} defaultChecked />
    <Checkbox label="Pre-loved" detail={12} />
    <Checkbox label="Not offered now" detail={0} disabled />
  </div>
);
