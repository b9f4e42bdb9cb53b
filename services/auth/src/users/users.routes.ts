import { authEndpoints } from '@kinmel/contracts';
import { ProblemError, type Route, route } from '@kinmel/service-kit';
import { profileImageOf, userAnswer } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { uploadAvatar } from '../avatars/upload-avatar.ts';
import { deleteUser } from './delete-user.ts';
import { exportUserData } from './export-user-data.ts';
import { readAccount } from './own-account.ts';
import { updateUser } from './update-user.ts';

const { getUser, updateUser: update, uploadAvatar: upload, exportUserData: exportData } = authEndpoints;

export function usersRoutes(context: AuthContext): Route[] {
  return [
    route(getUser, ({ params, identity, isStaff }) => readAccount(context, params.id, identity, isStaff)),

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

    route(authEndpoints.getMailbox, async ({ params }) => {
      const user = await context.users.find(params.userId);
      return user ? { email: user.email } : null;
    }),

    route(authEndpoints.deleteUser, async (call) => {
      await deleteUser(context, call.params.id, call.body.password, call);
      return { message: 'Your account is deleted.' };
    }),
  ];
}
