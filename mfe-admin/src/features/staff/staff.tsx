import type { StaffMember } from '@kinmel/contracts';
import { staffRoles } from '@kinmel/contracts/browser';
import { selectUser, toast, useAppSelector } from '@kinmel/web-kit';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { isFilled, reasonInput, StepDialog, saysWhy } from '../../forms/step-dialog.tsx';
import cells from '../../lists/cells.module.css';
import { Lines } from '../../lists/cells.tsx';
import type { RecordDialogProps, ShownList } from '../../lists/list-declaration.ts';
import { recordList } from '../../lists/record-list.tsx';
import { RowButton } from '../../lists/row-buttons.tsx';
import { StatusBadge } from '../../lists/status/status.tsx';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { column } from '../../lists/table/list-column.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { RolesField, rolesIn } from './roles-field.tsx';
import { staffApi } from './staff-api.ts';
import { type PlainStep, plainSteps, stepsOf } from './staff-steps.rules.ts';

const rolesProblem = (text: string) => (rolesIn(text).length === 0 ? 'Please choose a role.' : undefined);
const failedText = 'The staff could not be changed. Trying again is safe.';

/** Properties that all dialogs about one person share. */
function useStaffStep({ row, list, onClose }: RecordDialogProps<StaffMember>) {
  const { refetch } = staffApi.useListStaffQuery();
  return {
    kind: 'staff',
    record: row,
    list,
    onClose,
    failed: failedText,
    readFresh: async (id: string) => {
      const { data } = await refetch();
      return data && (data.rows.find((one) => one.id === id) ?? null);
    },
    conflict: (fresh: StaffMember) => [
      { name: 'State', stored: sentenceCase(fresh.state), entered: sentenceCase(row.state) },
      { name: 'Roles', stored: rolesText(fresh), entered: rolesText(row) },
    ],
  };
}

const rolesText = ({ roles }: StaffMember) => roles.map((role) => staffRoles[role].label).join(', ');

function InviteDialog({ onClose }: { onClose: () => void }) {
  const [invite] = staffApi.useInviteStaffMutation();
  const { refetch } = staffApi.useListStaffQuery();
  return (
    <StepDialog<StaffMember, { fullName: string; email: string; roles: string }>
      kind="staff"
      what="invite"
      title="Invite to the staff"
      submitText="Send invitation"
      record={undefined}
      failed={failedText}
      fieldsOf={() => ({ fullName: '', email: '', roles: '' })}
      check={({ roles }) => ({ roles: rolesProblem(roles) })}
      save={({ fullName, email, roles }) => invite({ fullName, email, roles: rolesIn(roles) })}
      onSaved={({ email }) => {
        toast.success(`${email} has a day to choose a password.`);
        void refetch();
      }}
      onClose={onClose}
      inputs={() => [
        { name: 'fullName', label: 'Name', must: [isFilled, 'Please enter a name.'] },
        {
          name: 'email',
          label: 'E-mail',
          hint: 'An address that has no account in the shop.',
          inputMode: 'email',
          must: [isFilled, 'Please enter an address.'],
        },
        RolesField,
      ]}
    />
  );
}

function RolesDialog(props: RecordDialogProps<StaffMember>) {
  const { row } = props;
  const [change] = staffApi.useChangeStaffMutation();
  return (
    <StepDialog<StaffMember, { roles: string }>
      {...useStaffStep(props)}
      title={`Roles of ${row.name}`}
      submitText="Save roles"
      what="roles"
      fieldsOf={(record = row) => ({ roles: record.roles.join(' ') })}
      check={({ roles }) => ({ roles: rolesProblem(roles) })}
      save={({ roles }, { id, version } = row) =>
        change({ id, version, step: 'roles', roles: rolesIn(roles) })
      }
      onSaved={() => toast.success('The roles are saved. They apply at once.')}
      inputs={() => [RolesField]}
    />
  );
}

/** A step without fields, except the reason of a suspension. */
function PlainDialog(props: RecordDialogProps<StaffMember>) {
  const { row, list } = props;
  const [change] = staffApi.useChangeStaffMutation();
  const step = props.choice as PlainStep;
  const isSuspension = step === 'suspension';
  const { button, title = button, about, done } = plainSteps[step];
  return (
    <StepDialog<StaffMember, { reason: string }>
      {...useStaffStep(props)}
      title={title}
      what={step}
      fieldsOf={() => ({ reason: '' })}
      save={({ reason }, { id, version } = row) =>
        change({ id, version, step, ...(isSuspension && { reason }) })
      }
      onSaved={() => {
        toast.success(done(row.name));
        if (step === 'withdrawal') list.remove(row.id);
      }}
      about={() => <p>{about(row.name)}</p>}
      inputs={() => [isSuspension ? reasonInput('reason', 'Stands in the audit.', saysWhy) : null]}
    />
  );
}

function Steps({ row, list }: { row: StaffMember; list: ShownList<StaffMember> }) {
  return (
    <span className={cells.actions}>
      {stepsOf[row.state]
        .filter((step) => step !== 'passkey-reset' || row.hasPasskey)
        .map((step) => (
          <RowButton
            key={step}
            text={step === 'roles' ? 'Roles' : plainSteps[step].button}
            name={row.name}
            look="line"
            onClick={() => list.openDialog(step === 'roles' ? step : 'plain', row, step)}
          />
        ))}
    </span>
  );
}

function Name({ row }: { row: StaffMember }) {
  const isYou = useAppSelector(selectUser)?.id === row.id;
  return <Lines lines={[isYou ? `${row.name} (you)` : row.name, row.email]} isUncut />;
}

/** The people of the staff, by name. */
export default recordList<StaffMember>({
  name: 'staff',
  kind: 'staff',
  title: 'Staff',
  noun: 'account',
  canRefresh: true,
  titleActions: () => (
    <DialogButton text="Invite" look="solid">
      {(close) => <InviteDialog onClose={close} />}
    </DialogButton>
  ),
  nameOf: ({ name }) => name,
  search: { label: 'Search staff', placeholder: 'Name or e-mail' },
  matches: ({ name, email }, { search }) =>
    `${name} ${email}`.toLowerCase().includes(search.trim().toLowerCase()),
  useRows: () => staffApi.useListStaffQuery(undefined, { refetchOnMountOrArgChange: true }),
  failed: 'The staff could not be loaded.',
  empty: ({ state }) =>
    state.search ? { text: 'Nobody fits this search.' } : { text: 'There is no staff.' },
  columns: [
    column('name', 'Person', (row) => <Name row={row} />),
    column('roles', 'Roles', rolesText),
    column('state', 'State', ({ state, invitedUntil }) => (
      <span className="row">
        <StatusBadge status={state} />
        {invitedUntil ? <span className="quiet">{`until ${formatMoment(invitedUntil)}`}</span> : null}
      </span>
    )),
    column('lastUsed', 'Last here', ({ lastUsedAt }) => (lastUsedAt ? formatMoment(lastUsedAt) : '–')),
    column('actions', 'Steps', (row, list) => <Steps row={row} list={list} />),
  ],
  dialogs: { roles: RolesDialog, plain: PlainDialog },
});
