import { findStaffRemotes, forgetStaffRemotes, hasStaffRemotes } from '@kinmel/web-kit/host';
import { useEffect } from 'react';

/**
 * Stands while an admin is signed in. Who signs in on an open page gets the back office without a reload; when the session ends
 * nothing of it is named any more.
 */
export default function StaffRemotes() {
  useEffect(() => {
    // Without an answer nothing is lost: a page of the back office asks again when it is opened.
    if (!hasStaffRemotes()) findStaffRemotes().catch(() => {});
    return forgetStaffRemotes;
  }, []);
  return null;
}
