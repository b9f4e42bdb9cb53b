import type { Call } from '@kinmel/service-kit';

/** Whom a change by staff is of. */
export const byStaff = ({
  staff,
  traceparent,
}: Pick<Call<unknown, unknown, unknown, 'admin'>, 'staff' | 'traceparent'>) => ({
  adminId: staff.person.id,
  staff,
  traceparent,
});
