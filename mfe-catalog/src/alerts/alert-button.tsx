import { Button, IconButton } from '@kinmel/ui';
import { toast } from '@kinmel/web-kit';
import Bell from 'lucide-react/icons/bell';
import { type ComponentType, useState } from 'react';
import type { AlertDialogProps } from './alert-dialog.tsx';

/** Most shoppers ask for no alert, so its dialog is a separate chunk. */
const loadDialog = () => import(/* webpackChunkName: "alert-dialog" */ './alert-dialog.tsx');

const labelOf = (about: AlertDialogProps['about']) => {
  if ('text' in about) return 'Tell me when there is one';
  return about.inStock ? 'Tell me when the price drops' : 'Tell me when it is back';
};

interface AlertButtonProps extends Pick<AlertDialogProps, 'about'> {
  /** `plain` is the small button of a row, `round` the one on a picture. */
  look: 'button' | 'plain' | 'round';
}

/** Opens the dialog that asks for an alert. */
export function AlertButton({ about, look }: AlertButtonProps) {
  const [Dialog, setDialog] = useState<ComponentType<AlertDialogProps>>();
  const [isOpen, setOpen] = useState(false);
  const label = labelOf(about);
  const open = async () => {
    try {
      const { AlertDialog } = await loadDialog();
      setDialog(() => AlertDialog);
      setOpen(true);
    } catch {
      toast.error('This could not be opened. Please try again.');
    }
  };
  return (
    <>
      {look !== 'button' && !('text' in about) ? (
        <IconButton look={look} label={`${label}: ${about.name}`} onClick={() => void open()}>
          <Bell />
        </IconButton>
      ) : (
        <Button look="line" size="medium" onClick={() => void open()}>
          <Bell />
          <span>{label}</span>
        </Button>
      )}
      {Dialog ? <Dialog about={about} title={label} open={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
