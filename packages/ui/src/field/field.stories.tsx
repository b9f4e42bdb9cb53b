import type { StoryMeta } from '../story.ts';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { TextArea } from './text-area.tsx';
import { TextInput } from './text-input.tsx';

export default { title: 'Field', component: Field } satisfies StoryMeta;

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
  gap: 24,
} as const;

export const Texts = () => (
  <div style={grid}>
    <Field label="Rest">
      <TextInput placeholder="Placeholder text" />
    </Field>
    <Field label="Filled" optional>
      <TextInput defaultValue="Lalitpur" />
    </Field>
    <Field label="Error" error="Please enter a valid email address">
      <TextInput defaultValue="aarati@" type="email" />
    </Field>
    <Field label="Read-only" hint="Email cannot be changed here.">
      <TextInput defaultValue="aarati@example.com" readOnly />
    </Field>
    <Field label="Money" hint="A number greater than 0">
      <TextInput before="$" inputMode="decimal" defaultValue="310.00" />
    </Field>
    <Field label="Off">
      <TextInput disabled defaultValue="Not now" />
    </Field>
  </div>
);

export const Selects = () => (
  <div style={grid}>
    <Field label="Gender">
      <Select defaultValue="none">
        <option value="none">Prefer not to say</option>
        <option value="female">Female</option>
      </Select>
    </Field>
    <Field label="Sort" hideLabel>
      <Select>
        <option>Sort: Newest</option>
        <option>Sort: Price, low to high</option>
      </Select>
    </Field>
  </div>
);

export const Area = () => (
  <Field label="Message" optional hint="At most 500 characters">
    <TextArea rows={3} />
  </Field>
);

export const AnnouncedError = () => (
  <Field label="Phone" error="Please fill in Phone" announceError>
    <TextInput type="tel" />
  </Field>
);
