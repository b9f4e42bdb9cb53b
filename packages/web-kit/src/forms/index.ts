export { type Attempt, attemptsOf } from './attempts.ts';
export { fetchWithProgress } from './fetch-with-progress.ts';
export { leaveShop } from './leave-shop.ts';
export {
  type FieldErrors,
  fieldErrorsOf,
  type ProblemDetail,
  problemDetails,
} from './problem-details.ts';
export { type ReadPhoto, readPhoto } from './read-photo.ts';
export { saveFile } from './save-file.ts';
export { isUnanswered, sendOnce } from './send-once.ts';
export { tabDraft } from './tab-draft.ts';
export { useFilePreview } from './use-file-preview.ts';
