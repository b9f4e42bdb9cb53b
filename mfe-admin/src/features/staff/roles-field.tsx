import { type StaffRole, staffRoleNames, staffRoles } from '@kinmel/contracts/browser';
import { Checkbox } from '@kinmel/ui';
import type { StepFields } from '../../forms/step-dialog.tsx';
import type { FormRecord, RecordForm } from '../../forms/use-record-form.ts';

/** The roles in the value of a field: their names, separated by spaces. */
export const rolesIn = (text: string): StaffRole[] =>
  staffRoleNames.filter((role) => text.split(' ').includes(role));

/** A checkbox for each role of a person, with its description. */
export function RolesField<Saved extends FormRecord, Fields extends StepFields & { readonly roles: string }>({
  fields,
  errorOf,
  set,
}: RecordForm<Saved, Fields>) {
  const chosen = rolesIn(fields.roles);
  const error = errorOf('roles');
  return (
    <fieldset key="roles" className="stack gap-8" aria-describedby={error ? 'roles-error' : undefined}>
      <legend>Roles</legend>
      {staffRoleNames.map((role) => (
        <Checkbox
          key={role}
          label={`${staffRoles[role].label}: ${staffRoles[role].does}`}
          checked={chosen.includes(role)}
          onChange={({ target }) =>
            set({
              roles: staffRoleNames
                .filter((one) => (one === role ? target.checked : chosen.includes(one)))
                .join(' '),
            } as unknown as Partial<Fields>)
          }
        />
      ))}
      {error ? (
        <p id="roles-error" role="alert" className="bad">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
