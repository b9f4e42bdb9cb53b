import { Button } from '@kinmel/ui';
import { toast } from '@kinmel/web-kit';
import Copy from 'lucide-react/icons/copy';

/** Copies a tracking link as an absolute URL. */
export function CopyLink({ path }: { path: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.origin).href);
      toast.success('Link copied to clipboard!');
    } catch {
      toast.error('The link could not be copied. Please copy it from the address bar of its page.');
    }
  };
  return (
    <Button look="line" size="medium" onClick={() => void copy()}>
      <Copy aria-hidden="true" />
      Copy link
    </Button>
  );
}
