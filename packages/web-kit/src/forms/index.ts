export { type Attempt, type Attempts, attemptsOf } from './attempts.ts';
export { fetchWithProgress } from './fetch-with-progress.ts';
export {
  type FieldErrors,
  fieldErrorsOf,
  type ProblemDetail,
  problemDetails,
} from './problem-details.ts';
export { isUnanswered, type SentOnce, sendOnce } from './send-once.ts';
export { type TabDraft, tabDraft } from './tab-draft.ts';
export { useFilePreview } from './use-file-preview.ts';
