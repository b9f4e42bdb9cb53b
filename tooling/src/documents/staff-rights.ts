import {
  type Endpoint,
  rolesHaveRight,
  type StaffRight,
  staffRightNames,
  staffRoleNames,
  staffRoles,
} from '@kinmel/contracts';

const rolesWith = (right: StaffRight): string =>
  staffRoleNames
    .filter((role) => role !== 'owner' && rolesHaveRight([role], right))
    .map((role) => staffRoles[role].label)
    .join(', ') || 'Owner only';

/** Content of `docs/staff-rights.md`: the roles of the staff, their rights, and the calls of each right. */
export function staffRightsPage(endpoints: readonly Endpoint[]): string {
  const roles = staffRoleNames.map((role) => `| ${staffRoles[role].label} | ${staffRoles[role].does} |`);
  const rights = staffRightNames.map((right) => {
    const calls = endpoints.filter((endpoint) => endpoint.right === right).map(({ id }) => `\`${id}\``);
    return `| \`${right}\` | ${rolesWith(right)} | ${calls.toSorted().join(', ')} |`;
  });
  return `# What staff may do

Written by \`npm run documents\` from \`packages/contracts/src/browser/staff-rights.ts\` and the endpoints. A person has one role or
several; an owner may do everything. Each service checks the right with the current roles, which it asks auth for at each call of staff
([decision 128](decisions/0128-each-call-of-staff-names-its-right.md)).

| Role | For |
| --- | --- |
${roles.join('\n')}

| Right | Roles, beside the owner | Calls |
| --- | --- | --- |
${rights.join('\n')}
`;
}
