import { Button } from '@kinmel/ui';
import { isAdmin, type SessionUser, toast, useAppDispatch } from '@kinmel/web-kit';
import { saveFile } from '@kinmel/web-kit/forms';
import FileDown from 'lucide-react/icons/file-down';
import { useState } from 'react';
import { failureText } from '../../../forms/failure-text.ts';
import { profileApi } from '../profile-api.ts';
import classes from '../profile-page.module.css';
import { DeleteAccount } from './delete-account.tsx';

const downloadFailedText = 'Your data could not be downloaded. Please try again.';

/** Downloads a copy of all data of the account, and deletes the account. */
export function OwnData({ user }: { user: SessionUser }) {
  const dispatch = useAppDispatch();
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    const answer = await dispatch(profileApi.endpoints.exportData.initiate(user.id, { track: false }));
    setLoading(false);
    if (answer.data) {
      const file = new Blob([answer.data.text], { type: 'application/json' });
      saveFile(answer.data.name, URL.createObjectURL(file));
    } else toast.error(failureText(answer.error, downloadFailedText));
  };
  return (
    <>
      <div className={`ends ${classes.choice}`}>
        <p>Your profile and your sessions in one file (JSON). The invoices are with your orders.</p>
        <Button
          look="line"
          size="medium"
          busy={isLoading}
          busyText="Getting your data..."
          onClick={() => void download()}
        >
          <FileDown />
          Download my data
        </Button>
      </div>
      <div className={`ends ${classes.choice}`}>
        {isAdmin(user) ? (
          <p>The account of the shop’s admin cannot be deleted here.</p>
        ) : (
          <>
            <p>Your account and everything personal in it are removed. This cannot be undone.</p>
            <DeleteAccount user={user} />
          </>
        )}
      </div>
    </>
  );
}
