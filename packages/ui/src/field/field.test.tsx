import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Field } from './field.tsx';
import { Select } from './select.tsx';
import { TextArea } from './text-area.tsx';
import { TextInput } from './text-input.tsx';

describe.each([
  ['TextInput', <TextInput key="input" />, 'textbox'],
  ['TextArea', <TextArea key="area" />, 'textbox'],
  ['Select', <Select key="select" />, 'combobox'],
] as const)('Field with %s', (_, control, role) => {
  it('connects label, hint and error to the control', () => {
    render(
      <Field label="Email" hint="We write rarely." error="Please enter a valid email address">
        {control}
      </Field>,
    );
    const box = screen.getByRole(role, { name: 'Email' });
    expect(box).toBeInvalid();
    expect(box).toHaveAccessibleDescription('Please enter a valid email address We write rarely.');
  });

  it('announces its error at once when `announceError` is set', () => {
    const { rerender } = render(
      <Field label="Email" error="Please fill in Email">
        {control}
      </Field>,
    );
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    rerender(
      <Field label="Email" error="Please fill in Email" announceError>
        {control}
      </Field>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Please fill in Email');
    expect(screen.getByRole(role, { name: 'Email' })).toHaveAccessibleDescription('Please fill in Email');
  });

  it('is valid and without description when it has neither hint nor error', () => {
    render(<Field label="Email">{control}</Field>);
    const box = screen.getByRole(role, { name: 'Email' });
    expect(box).toBeValid();
    expect(box).not.toHaveAttribute('aria-describedby');
  });
});

it('keeps a hidden label for screen readers', () => {
  render(
    <Field label="Search" hideLabel>
      <TextInput type="search" />
    </Field>,
  );
  expect(screen.getByRole('searchbox', { name: 'Search' })).toBeInTheDocument();
});

it('shows the number of characters near the limit, and does not cut a longer text that is pasted', async () => {
  render(
    <Field label="Note">
      <TextArea maxLength={1000} />
    </Field>,
  );
  const box = screen.getByRole('textbox', { name: 'Note' });
  await userEvent.click(box);
  await userEvent.paste('x'.repeat(900));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  await userEvent.paste('y'.repeat(200));
  expect(box).toHaveValue('x'.repeat(900) + 'y'.repeat(200));
  expect(screen.getByRole('status')).toHaveTextContent('1,100 of at most 1,000 characters');
});
