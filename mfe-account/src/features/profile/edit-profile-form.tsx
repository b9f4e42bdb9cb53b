import { Button, Field, Select, TextArea, TextInput } from '@kinmel/ui';
import { useAppDispatch } from '@kinmel/web-kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type FieldErrors, fieldErrorsOf } from '../../forms/account-form.rules.ts';
import { failureText } from '../../forms/failure-text.ts';
import { focusFirstWrong } from '../../forms/focus-wrong.ts';
import { FleetingMessage, useFleetingMessage } from './fleeting-message.tsx';
import {
  type Account,
  fieldsOf,
  genderOf,
  genderWords,
  type ProfileFields,
  phoneOf,
} from './profile.rules.ts';
import { profileApi } from './profile-api.ts';
import classes from './profile-page.module.css';

const fieldNames = ['fullName', 'dateOfBirth', 'location', 'bio', 'gender'] as const;
type FieldName = (typeof fieldNames)[number];

const failureTexts = {
  answered: 'Failed to update profile',
  failed: 'Error updating profile. Please try again.',
} as const;

interface EditProfileFormProps {
  id: string;
  account: Account;
  onSaved: () => void;
  onCancel: () => void;
}

/** Edit mode (PROF-08 to PROF-16). It begins with the stored values each time, so that Cancel has nothing to undo. */
export function EditProfileForm({ id, account, onSaved, onCancel }: EditProfileFormProps) {
  const dispatch = useAppDispatch();
  const [fields, setFields] = useState<ProfileFields>(() => fieldsOf(account));
  const [errors, setErrors] = useState<FieldErrors<FieldName>>({});
  const [isSaving, setSaving] = useState(false);
  const { message, say } = useFleetingMessage();
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => title.current?.focus(), []);

  const change = (changes: Partial<ProfileFields>) => {
    setFields((before) => ({ ...before, ...changes }));
    setErrors((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changes).map((name) => [name, undefined])),
    }));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const form = event.currentTarget;
    const found: FieldErrors<FieldName> = {
      fullName: fields.fullName.trim() === '' ? 'Full name is required' : undefined,
      // Half a date has an empty value, which would clear the stored one.
      dateOfBirth: form.querySelector<HTMLInputElement>('input[name="dateOfBirth"]')?.validity.badInput
        ? 'Enter a valid date of birth.'
        : undefined,
    };
    setErrors(found);
    if (found.fullName || found.dateOfBirth) return focusFirstWrong(form);
    setSaving(true);
    say(undefined);
    const body = {
      ...fields,
      fullName: fields.fullName.trim(),
      location: fields.location.trim(),
      bio: fields.bio.trim(),
    };
    const answer = await dispatch(
      profileApi.endpoints.updateProfile.initiate({ id, fields: body }, { track: false }),
    );
    setSaving(false);
    if (!answer.error) return onSaved();
    say({ tone: 'bad', text: failureText(answer.error, failureTexts) });
    setErrors(fieldErrorsOf(answer.error, fieldNames));
    focusFirstWrong(form);
  };

  return (
    <section aria-labelledby="edit-profile">
      <h2 ref={title} id="edit-profile" tabIndex={-1} className={classes.title}>
        Edit Profile
      </h2>
      <form className={classes.fields} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <Field label="Full Name" error={errors.fullName}>
          <TextInput
            name="fullName"
            autoComplete="name"
            maxLength={100}
            value={fields.fullName}
            onChange={(event) => change({ fullName: event.target.value })}
          />
        </Field>
        <Field label="Date of birth" optional error={errors.dateOfBirth}>
          <TextInput
            type="date"
            name="dateOfBirth"
            autoComplete="bday"
            value={fields.dateOfBirth}
            onChange={(event) => change({ dateOfBirth: event.target.value })}
          />
        </Field>
        <Field label="Location" optional error={errors.location}>
          <TextInput
            name="location"
            autoComplete="address-level2"
            maxLength={120}
            value={fields.location}
            onChange={(event) => change({ location: event.target.value })}
          />
        </Field>
        <Field label="Gender" optional error={errors.gender}>
          <Select
            name="gender"
            autoComplete="sex"
            value={fields.gender}
            onChange={(event) => change({ gender: genderOf(event.target.value) })}
          >
            <option value="">Not given</option>
            {Object.entries(genderWords).map(([gender, words]) => (
              <option key={gender} value={gender}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Email" hint="Email cannot be changed here.">
          <TextInput type="email" readOnly value={account.email ?? ''} />
        </Field>
        <Field label="Phone" hint="Phone cannot be changed here.">
          <TextInput type="tel" readOnly value={phoneOf(account)} />
        </Field>
        <Field label="Bio" optional error={errors.bio} className={classes.wide}>
          <TextArea
            name="bio"
            maxLength={500}
            value={fields.bio}
            onChange={(event) => change({ bio: event.target.value })}
          />
        </Field>
        <FleetingMessage message={message} className={classes.wide} />
        <div className={classes.actions}>
          <Button type="submit" busy={isSaving} busyText="Saving...">
            Save
          </Button>
          <Button look="line" onClick={onCancel} disabled={isSaving}>
            Cancel
          </Button>
        </div>
      </form>
    </section>
  );
}
