import { Alert, Button } from '@kinmel/ui';

/** Says that a form goes on with what was left unsaved, and offers to begin with what is saved. */
export function RestoredAlert({ onStartAnew }: { onStartAnew: () => void }) {
  return (
    <Alert tone="info">
      What you had typed and not saved is back.{' '}
      <Button look="line" size="small" onClick={onStartAnew}>
        Discard it
      </Button>
    </Alert>
  );
}
