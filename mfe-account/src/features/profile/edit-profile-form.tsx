import { Button, Field, Select, TextArea, TextInput } from '@kinmel/ui';
import { serverNow, useAppDispatch } from '@kinmel/web-kit';
import { useEffect, useRef } from 'react';
import { nameError } from '../../forms/account-form.rules.ts';
import { TextField } from '../../forms/text-field.tsx';
import { useForm } from '../../forms/use-form.ts';
import { type Account, fieldsOf, genderLabels, genderOf, phoneOf } from './profile.rules.ts';
import { profileApi } from './profile-api.ts';
import { TimedMessage, useTimedMessage } from './timed-message.tsx';

const failureTexts = {
  errorResponse: 'Failed to update profile',
  noResponse: 'Error updating profile. Please try again.',
} as const;

/** The local date as YYYY-MM-DD, the Swedish format. */
const today = () => serverNow().toLocaleDateString('sv');

interface EditProfileFormProps {
  id: string;
  account: Account;
  onSaved: () => void;
  onCancel: () => void;
}

/** The edit mode. It starts with the stored values, so that Cancel has nothing to undo. */
export function EditProfileForm({ id, account, onSaved, onCancel }: EditProfileFormProps) {
  const dispatch = useAppDispatch();
  const { message, setMessage } = useTimedMessage();
  const title = useRef<HTMLHeadingElement>(null);
  const { field, form, isSending } = useForm({
    initialValues: () => fieldsOf(account),
    failureTexts,
    check: ({ fullName }, element) => {
      const birth = element.querySelector<HTMLInputElement>('input[name="dateOfBirth"]')?.validity;
      setMessage(undefined);
      return {
        fullName: nameError(fullName),
        // A partial date has an empty value, which would clear the stored one.
        dateOfBirth: birth?.badInput || birth?.rangeOverflow ? 'Enter a valid date of birth.' : undefined,
      };
    },
    send: (values) => {
      const texts = {
        fullName: values.fullName.trim(),
        location: values.location.trim(),
        bio: values.bio.trim(),
      };
      const request = { id, fields: { ...values, ...texts } };
      return dispatch(profileApi.endpoints.updateProfile.initiate(request, { track: false }));
    },
    onDone: onSaved,
    onFailure: (text) => {
      setMessage({ tone: 'bad', text });
      return true;
    },
  });
  const gender = field('gender');
  const bio = field('bio');

  useEffect(() => title.current?.focus(), []);

  return (
    <section aria-labelledby="edit-profile">
      <h2 ref={title} id="edit-profile" tabIndex={-1} className="type-block">
        Edit Profile
      </h2>
      <form className="fields above-20" {...form}>
        <TextField label="Full Name" autoComplete="name" maxLength={100} {...field('fullName')} />
        <TextField
          label="Date of birth"
          optional
          type="date"
          autoComplete="bday"
          max={today()}
          {...field('dateOfBirth')}
        />
        <TextField
          label="Location"
          optional
          autoComplete="address-level2"
          maxLength={120}
          {...field('location')}
        />
        <Field label="Gender" optional error={gender.error}>
          <Select
            name="gender"
            autoComplete="sex"
            value={gender.value}
            onChange={(event) => gender.onChange(genderOf(event.target.value))}
            options={[['', 'Not given'], ...Object.entries(genderLabels)]}
          />
        </Field>
        <Field label="Email" hint="Email cannot be changed here.">
          <TextInput type="email" readOnly value={account.email ?? ''} />
        </Field>
        <Field label="Phone" hint="Phone cannot be changed here.">
          <TextInput type="tel" readOnly value={phoneOf(account)} />
        </Field>
        <Field label="Bio" optional error={bio.error} className="wide">
          <TextArea
            name="bio"
            maxLength={500}
            value={bio.value}
            onChange={(event) => bio.onChange(event.target.value)}
          />
        </Field>
        <TimedMessage message={message} position="over" />
        <div className="buttons wide above-8">
          <Button type="submit" busy={isSending} busyText="Saving...">
            Save
          </Button>
          <Button look="line" onClick={onCancel} disabled={isSending}>
            Cancel
          </Button>
        </div>
      </form>
    </section>
  );
}
