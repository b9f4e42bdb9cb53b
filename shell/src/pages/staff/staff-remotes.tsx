import { findStaffRemotes, forgetStaffRemotes, hasStaffRemotes } from '@kinmel/web-kit/host';
import { useEffect } from 'react';

/**
 * Mounted while an admin is signed in. A login on an open page adds the back office without a reload; the end of the
 * session removes it.
 */
export default function StaffRemotes() {
  useEffect(() => {
    // A failure is harmless: a page of the back office asks again when it is opened.
    if (!hasStaffRemotes()) findStaffRemotes().catch(() => {});
    return forgetStaffRemotes;
  }, []);
  return null;
}
