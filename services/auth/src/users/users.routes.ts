import { authEndpoints } from '@kinmel/contracts';
import { ProblemError, type Route, route } from '@kinmel/service-kit';
import { profileImageOf, userAnswer } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { uploadAvatar } from '../avatars/upload-avatar.ts';
import { deleteUser } from './delete-user.ts';
import { exportUserData } from './export-user-data.ts';
import { requireReadableAccount } from './own-account.ts';
import { updateUser } from './update-user.ts';

const { getUser, updateUser: update, uploadAvatar: upload, exportUserData: exportData } = authEndpoints;

export function usersRoutes(context: AuthContext): Route[] {
  return [
    route(getUser, async ({ params, identity, isStaff }) => {
      const { user, needsPasskey } = await requireReadableAccount(context, params.id, identity, isStaff);
      return userAnswer(user, needsPasskey);
    }),

    route(update, async (call) => ({
      message: 'Profile updated successfully',
      user: userAnswer(await updateUser(context, call.params.id, call.body, call)),
    })),

    route(upload, async (call) => {
      if (!call.file)
        throw new ProblemError('invalid-request', upload.file?.missingText ?? 'No file was sent.');
      const user = await uploadAvatar(context, call.params.id, call.file.buffer, call);
      return {
        message: 'Profile picture updated successfully',
        profileImage: profileImageOf(user),
        user: userAnswer(user),
      };
    }),

    route(exportData, ({ params, identity }) => exportUserData(context, params.id, identity)),

    route(authEndpoints.deleteUser, async (call) => {
      await deleteUser(context, call.params.id, call.body.password, call);
      return { message: 'Your account is deleted.' };
    }),
  ];
}
