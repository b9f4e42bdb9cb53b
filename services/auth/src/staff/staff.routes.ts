import { staffEndpoints as endpoints } from '@kinmel/contracts';
import { type AuditContext, auditRoutes, type Route, route } from '@kinmel/service-kit';
import type { AuthContext } from '../auth-context.ts';
import * as steps from './change-staff.ts';
import { inviteStaff } from './invite-staff.ts';
import { type ByStaff, memberAnswer, memberAnswerOf, memberAnswers } from './staff-member.ts';

interface StepCall extends ByStaff {
  readonly params: { readonly id: string };
  readonly body: { readonly version: number };
}

export function staffRoutes(context: AuthContext & AuditContext): Route[] {
  const stepOf = ({ params: { id }, body: { version }, ...by }: StepCall) => ({ id, version, by });
  const answerAfter = async (call: StepCall, step: Promise<void>) => {
    await step;
    return memberAnswer(context, call.params.id);
  };
  return [
    route(endpoints.listStaff, async () => memberAnswers(context, await context.users.listStaff())),
    route(endpoints.inviteStaff, async (call) =>
      memberAnswer(context, await inviteStaff(context, call.body, call)),
    ),
    route(endpoints.inviteStaffAgain, (call) =>
      answerAfter(call, steps.inviteStaffAgain(context, stepOf(call))),
    ),
    route(endpoints.withdrawInvitation, async (call) => {
      const withdrawnMember = await steps.withdrawInvitation(context, stepOf(call));
      return memberAnswerOf(context, withdrawnMember);
    }),
    route(endpoints.changeStaffRoles, (call) =>
      answerAfter(call, steps.changeStaffRoles(context, stepOf(call), call.body.roles)),
    ),
    route(endpoints.suspendStaff, (call) =>
      answerAfter(call, steps.suspendStaff(context, stepOf(call), call.body.reason)),
    ),
    route(endpoints.restoreStaff, (call) => answerAfter(call, steps.restoreStaff(context, stepOf(call)))),
    route(endpoints.endStaffSessions, (call) =>
      answerAfter(call, steps.endStaffSessions(context, stepOf(call))),
    ),
    route(endpoints.resetStaffPasskeys, (call) =>
      answerAfter(call, steps.resetStaffPasskeys(context, stepOf(call))),
    ),
    ...auditRoutes('auth', context),
  ];
}
