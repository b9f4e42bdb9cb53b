import { Button, Field, Select, TextArea, TextInput } from '@kinmel/ui';
import { useAppDispatch } from '@kinmel/web-kit';
import { fieldErrorsOf } from '@kinmel/web-kit/forms';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureText } from '../../forms/failure-text.ts';
import { useFields } from '../../forms/use-fields.ts';
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

const failureTexts = {
  answered: 'Failed to update profile',
  failed: 'Error updating profile. Please try again.',
} as const;

/** The browser's own day as a date field writes it, YYYY-MM-DD, which is also the Swedish way. */
const today = () => new Date().toLocaleDateString('sv');

interface EditProfileFormProps {
  id: string;
  account: Account;
  onSaved: () => void;
  onCancel: () => void;
}

/** Edit mode. It begins with the stored values each time, so that Cancel has nothing to undo. */
export function EditProfileForm({ id, account, onSaved, onCancel }: EditProfileFormProps) {
  const dispatch = useAppDispatch();
  const { values, field, showErrors } = useFields<ProfileFields>(() => fieldsOf(account));
  const [fullName, dateOfBirth, location] = [field('fullName'), field('dateOfBirth'), field('location')];
  const [gender, bio] = [field('gender'), field('bio')];
  const [isSaving, setSaving] = useState(false);
  const { message, say } = useFleetingMessage();
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => title.current?.focus(), []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const form = event.currentTarget;
    const birth = form.querySelector<HTMLInputElement>('input[name="dateOfBirth"]')?.validity;
    const found = {
      fullName: values.fullName.trim() === '' ? 'Full name is required' : undefined,
      // Half a date has an empty value, which would clear the stored one.
      dateOfBirth: birth?.badInput || birth?.rangeOverflow ? 'Enter a valid date of birth.' : undefined,
    };
    if (showErrors(form, found)) return;
    setSaving(true);
    say(undefined);
    const body = {
      ...values,
      fullName: values.fullName.trim(),
      location: values.location.trim(),
      bio: values.bio.trim(),
    };
    const answer = await dispatch(
      profileApi.endpoints.updateProfile.initiate({ id, fields: body }, { track: false }),
    );
    setSaving(false);
    if (!answer.error) return onSaved();
    say({ tone: 'bad', text: failureText(answer.error, failureTexts) });
    showErrors(form, fieldErrorsOf(answer.error, fieldNames));
  };

  return (
    <section aria-labelledby="edit-profile">
      <h2 ref={title} id="edit-profile" tabIndex={-1} className={classes.title}>
        Edit Profile
      </h2>
      <form className={classes.fields} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <Field label="Full Name" error={fullName.error}>
          <TextInput
            name="fullName"
            autoComplete="name"
            maxLength={100}
            value={fullName.value}
            onChange={(event) => fullName.onChange(event.target.value)}
          />
        </Field>
        <Field label="Date of birth" optional error={dateOfBirth.error}>
          <TextInput
            type="date"
            name="dateOfBirth"
            autoComplete="bday"
            max={today()}
            value={dateOfBirth.value}
            onChange={(event) => dateOfBirth.onChange(event.target.value)}
          />
        </Field>
        <Field label="Location" optional error={location.error}>
          <TextInput
            name="location"
            autoComplete="address-level2"
            maxLength={120}
            value={location.value}
            onChange={(event) => location.onChange(event.target.value)}
          />
        </Field>
        <Field label="Gender" optional error={gender.error}>
          <Select
            name="gender"
            autoComplete="sex"
            value={gender.value}
            onChange={(event) => gender.onChange(genderOf(event.target.value))}
          >
            <option value="">Not given</option>
            {Object.entries(genderWords).map(([choice, words]) => (
              <option key={choice} value={choice}>
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
        <Field label="Bio" optional error={bio.error} className={classes.wide}>
          <TextArea
            name="bio"
            maxLength={500}
            value={bio.value}
            onChange={(event) => bio.onChange(event.target.value)}
          />
        </Field>
        <FleetingMessage message={message} position="over" />
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
