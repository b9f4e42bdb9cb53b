import type { StoryMeta } from '../story.ts';
import { Tabs } from './tabs.tsx';

export default { title: 'Tabs', component: Tabs } satisfies StoryMeta;

const tabs = [
  { value: 'description', label: 'Description', content: <p>What it is.</p> },
  { value: 'specifications', label: 'Specifications', content: <p>What it has.</p> },
  { value: 'offer', label: 'Special Offer', content: <p>What it saves.</p> },
];

export const Horizontal = () => <Tabs label="Product" tabs={tabs} />;
export const Vertical = () => (
  <Tabs label="Back office" tabs={tabs} orientation="vertical" defaultValue="offer" />
);
