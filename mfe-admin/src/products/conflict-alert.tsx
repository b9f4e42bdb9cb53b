import { Alert } from '@kinmel/ui';
import { fieldLabels } from './product-form.rules.ts';
import type { Conflict } from './use-product-edit.ts';

const listOf = (names: readonly (keyof typeof fieldLabels)[]) =>
  names.map((name) => fieldLabels[name]).join(', ');

/** Says that somebody else saved the product meanwhile, and what that means for what was typed. */
export function ConflictAlert({
  conflict,
  keepsPictures,
}: {
  conflict: Conflict | undefined;
  /** Whether the pictures were changed here. */
  keepsPictures?: boolean;
}) {
  if (!conflict) return null;
  const { form, contested, taken, hasOtherPictures } = conflict;
  if (!form) {
    return <Alert tone="bad">This product was deleted by someone else meanwhile. It cannot be saved.</Alert>;
  }
  return (
    <Alert tone="warn" role="alert">
      Someone else changed this product meanwhile. Nothing you typed is lost.
      {contested.length > 0 ? ` Look at ${listOf(contested)}: the value in the shop stands below yours.` : ''}
      {hasOtherPictures
        ? keepsPictures
          ? ' Its pictures were changed as well: those that stand here replace them.'
          : ' Its pictures are those of the shop now.'
        : ''}
      {taken.length > 0 ? ` Brought up to date: ${listOf(taken)}.` : ''} Save again to keep what stands here.
    </Alert>
  );
}
