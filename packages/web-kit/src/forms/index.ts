export { type Attempt, type Attempts, attemptsOf } from './attempts.ts';
export { fetchWithProgress } from './fetch-with-progress.ts';
export { isUnanswered, type SentOnce, sendOnce } from './send-once.ts';
export { type TabDraft, tabDraft } from './tab-draft.ts';
