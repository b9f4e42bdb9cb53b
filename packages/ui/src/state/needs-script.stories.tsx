import type { StoryMeta } from '../story.ts';
import { NeedsScript } from './needs-script.tsx';

export default { title: 'NeedsScript', component: NeedsScript } satisfies StoryMeta;

/** Nothing, where JavaScript runs. */
export const Form = () => <NeedsScript />;
