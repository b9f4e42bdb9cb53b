import type { Passkey } from '@kinmel/contracts';
import { Alert, Button, ConfirmDialog, StatusChip } from '@kinmel/ui';
import { formatDate, toast, useAppDispatch } from '@kinmel/web-kit';
import KeyRound from 'lucide-react/icons/key-round';
import { useId, useRef, useState } from 'react';
import { failureText } from '../../../forms/failure-text.ts';
import { TextField } from '../../../forms/text-field.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { LoadedSection } from '../profile-section.tsx';
import { AccessRow } from './access-row.tsx';
import { passkeysApi } from './passkeys-api.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const failureMessage = 'Your passkeys could not be changed. Please try again.';

const nameErrors = ({ name }: { name: string }) => ({
  name: name.trim() === '' ? 'Please enter a name.' : undefined,
});

/** Lists the passkeys of the account, with their recovery codes; adds, names and removes them. */
export function PasskeysSection() {
  const dispatch = useAppDispatch();
  const request = passkeysApi.useListPasskeysQuery(undefined, { refetchOnMountOrArgChange: true });
  const section = useRef<HTMLElement>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [isRenewing, setRenewing] = useState(false);

  const renew = async () => {
    setRenewing(false);
    const { data: newCodes, error } = await dispatch(
      passkeysApi.endpoints.renewRecoveryCodes.initiate(undefined, { track: false }),
    );
    if (newCodes) setCodes(newCodes);
    else toast.error(failureText(error, failureMessage));
  };

  return (
    <LoadedSection
      ref={section}
      id="passkeys"
      title="Passkeys"
      lead="Sign in with your finger, face or screen lock instead of your password. A passkey cannot be guessed, and works on the pages of this shop only."
      request={request}
      failureText="Your passkeys could not be loaded. Please try again."
    >
      {({ passkeys, recoveryCodesLeft }) => (
        <>
          <ul className="above-16">
            {passkeys.map((passkey) => (
              <PasskeyRow
                key={passkey.id}
                passkey={passkey}
                isLast={passkeys.length === 1}
                // Moves the focus, because the row is removed with the focused button.
                onRemoved={() => section.current?.focus()}
              />
            ))}
          </ul>
          {codes.length > 0 ? <RecoveryCodes codes={codes} onSaved={() => setCodes([])} /> : null}
          {passkeys.length > 0 ? (
            <p className="row gap-12 above-16">
              <span>{`${recoveryCodesLeft} recovery codes left`}</span>
              <Button look="line" size="small" onClick={() => setRenewing(true)}>
                Make new codes
              </Button>
            </p>
          ) : null}
          <AddPasskey onAdded={setCodes} />
          <ConfirmDialog
            open={isRenewing}
            title="Make new recovery codes?"
            confirm="Make new codes"
            look="solid"
            onClose={() => setRenewing(false)}
            onConfirm={() => void renew()}
          >
            <p>You get ten new codes. All earlier ones stop working.</p>
          </ConfirmDialog>
        </>
      )}
    </LoadedSection>
  );
}

function PasskeyRow({
  passkey: { id, name, createdAt, lastUsedAt, isSynced },
  isLast,
  onRemoved,
}: {
  passkey: Passkey;
  isLast: boolean;
  onRemoved: () => void;
}) {
  const [remove, { isLoading }] = passkeysApi.useRemovePasskeyMutation();
  const [question, setQuestion] = useState<'rename' | 'remove'>();
  const confirm = async () => {
    const { error } = await remove(id);
    setQuestion(undefined);
    if (error) {
      toast.error(failureText(error, failureMessage));
      return;
    }
    toast.success(`Removed: ${name}`);
    onRemoved();
  };
  const lastUse = lastUsedAt ? `last used ${formatDate(lastUsedAt, 'short')}` : 'not used yet';
  return (
    <AccessRow
      icon={<KeyRound size={22} />}
      title={name}
      chip={isSynced ? <StatusChip tone="info">On all your devices</StatusChip> : null}
      detail={`added ${formatDate(createdAt, 'short')}, ${lastUse}`}
    >
      <span className="row gap-8">
        <Button look="line" size="small" aria-label={`Rename: ${name}`} onClick={() => setQuestion('rename')}>
          Rename
        </Button>
        <Button look="line" size="small" aria-label={`Remove: ${name}`} onClick={() => setQuestion('remove')}>
          Remove
        </Button>
      </span>
      {question === 'rename' ? (
        <RenameDialog id={id} name={name} onClose={() => setQuestion(undefined)} />
      ) : null}
      <ConfirmDialog
        open={question === 'remove'}
        title={`Remove ${name}?`}
        confirm="Remove"
        busy={isLoading}
        busyText="Removing..."
        onClose={() => setQuestion(undefined)}
        onConfirm={() => void confirm()}
      >
        <p>
          {isLast
            ? 'You then sign in with your password only, and your recovery codes stop working.'
            : 'It no longer signs in to your account.'}
        </p>
      </ConfirmDialog>
    </AccessRow>
  );
}

function RenameDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [rename] = passkeysApi.useRenamePasskeyMutation();
  const formId = useId();
  const { field, form, failure, isSending } = useForm({
    initialValues: { name },
    failureTexts: failureMessage,
    check: nameErrors,
    send: (values) => rename({ id, name: values.name.trim() }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      open
      title="Rename passkey"
      confirm="Save"
      look="solid"
      form={formId}
      busy={isSending}
      busyText="Saving..."
      onClose={onClose}
    >
      <form id={formId} className="stack gap-12" {...form}>
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        <TextField label="Name" maxLength={60} {...field('name')} />
      </form>
    </ConfirmDialog>
  );
}

function AddPasskey({ onAdded }: { onAdded: (codes: readonly string[]) => void }) {
  const dispatch = useAppDispatch();
  const { field, form, setValues, failure, isSending } = useForm({
    initialValues: { name: '' },
    failureTexts: failureMessage,
    check: nameErrors,
    send: ({ name }) => dispatch(passkeysApi.endpoints.addPasskey.initiate(name.trim(), { track: false })),
    onDone(codes) {
      setValues({ name: '' });
      toast.success('Your passkey is added. It signs in without your password.');
      onAdded(codes);
    },
  });
  return (
    <form className="stack gap-12 above-20" {...form}>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      <TextField
        label="Name of the new passkey"
        hint="Where it is, such as My phone"
        maxLength={60}
        {...field('name')}
      />
      <div>
        <Button type="submit" size="medium" busy={isSending} busyText="Adding...">
          Add a passkey
        </Button>
      </div>
    </form>
  );
}
