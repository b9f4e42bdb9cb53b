export { type Attempt, attemptsOf } from './attempts.ts';
export { fetchWithProgress } from './fetch-with-progress.ts';
export { leaveShop } from './leave-shop.ts';
export { readPhoto } from './photos/read-photo.ts';
export { useFilePreview } from './photos/use-file-preview.ts';
export { usePhotoReader } from './photos/use-photo-reader.ts';
export {
  type FieldErrors,
  fieldErrorsOf,
  type ProblemDetail,
  problemDetails,
} from './problem-details.ts';
export { type OtherProofProps, ProofDialog } from './proof-dialog.tsx';
export { saveFile } from './save-file.ts';
export { isUnanswered, sendOnce } from './send-once.ts';
export { tabDraft } from './tab-draft.ts';
