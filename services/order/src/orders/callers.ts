import type { Call } from '@kinmel/service-kit';

/** The person to whom a change by staff is attributed. */
export const byStaff = ({
  staff,
  traceparent,
}: Pick<Call<unknown, unknown, unknown, 'admin'>, 'staff' | 'traceparent'>) => ({
  adminId: staff.person.id,
  staff,
  traceparent,
});
