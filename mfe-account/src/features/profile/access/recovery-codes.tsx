import { Alert, Button } from '@kinmel/ui';
import { saveFile } from '@kinmel/web-kit/forms';

/** New recovery codes, shown until the person confirms that they are saved. They cannot be shown again. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const save = () => {
    const file = new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' });
    saveFile('kinmel-recovery-codes.txt', URL.createObjectURL(file));
  };
  return (
    <Alert tone="warn" className="above-16">
      <p>
        Keep these recovery codes where you find them without this device. Each signs you in once when your
        passkey is lost. They are not shown again.
      </p>
      <ul className="above-12" translate="no">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="row gap-12 above-12">
        <Button size="small" onClick={save}>
          Download
        </Button>
        <Button look="line" size="small" onClick={onSaved}>
          I have kept them
        </Button>
      </p>
    </Alert>
  );
}
