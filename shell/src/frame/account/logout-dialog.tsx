import { ConfirmDialog } from '@kinmel/ui';

export interface LogoutDialogProps {
  isOpen: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

export default function LogoutDialog({ isOpen, onCancel, onConfirm }: LogoutDialogProps) {
  return (
    <ConfirmDialog
      open={isOpen}
      onClose={onCancel}
      onConfirm={onConfirm}
      title="Logout"
      confirm="Logout"
      look="solid"
    >
      <p>Are you sure you want to logout? You will need to sign in again to access your account.</p>
    </ConfirmDialog>
  );
}
