import type { StoryMeta } from '../story.ts';
import { ErrorState } from './error-state.tsx';

export default { title: 'ErrorState', component: ErrorState } satisfies StoryMeta;

const text = 'Failed to load premium smartphones. Please try again later.';

export const WithRetry = () => <ErrorState text={text} onRetry={() => {}} />;
export const Retrying = () => <ErrorState text={text} onRetry={() => {}} retryLabel="Try Again" busy />;
export const WithoutRetry = () => <ErrorState text={text} />;
