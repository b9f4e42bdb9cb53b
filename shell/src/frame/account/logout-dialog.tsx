import { Button, Dialog } from '@kinmel/ui';

export interface LogoutDialogProps {
  isOpen: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** The question before a logout. */
export default function LogoutDialog({ isOpen, onCancel, onConfirm }: LogoutDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onCancel}
      title="Logout"
      actions={
        <>
          <Button look="line" onClick={onCancel}>
            Cancel
          </Button>
          <Button onClick={onConfirm}>Logout</Button>
        </>
      }
    >
      <p>Are you sure you want to logout? You will need to sign in again to access your account.</p>
    </Dialog>
  );
}
