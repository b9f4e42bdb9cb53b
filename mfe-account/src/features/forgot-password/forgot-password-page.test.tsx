import { down, holdReply, json, recordBodies, renderPage } from '@kinmel/testing/page';
import { act, screen, waitFor } from '@testing-library/react';
import ForgotPasswordPage from './forgot-password-page.tsx';

const path = 'POST /api/auth/forgot-password';
const sentence = 'If there is an account with this email, we have sent a link to it.';
const email = () => screen.getByLabelText('Email');
const button = () => screen.getByRole('button');
const render = (answers = {}) => renderPage(<ForgotPasswordPage />, { address: '/forgetpassword', answers });

describe('the forgotten password page', () => {
  it('has only an e-mail field and "Send Reset Link" (RESET-01, ROUTE-27)', async () => {
    await render();
    expect(screen.getByRole('heading', { level: 1, name: 'Reset Password' })).toBeVisible();
    expect(screen.getAllByRole('textbox')).toEqual([email()]);
    expect(screen.getAllByRole('button')).toEqual([screen.getByRole('button', { name: 'Send Reset Link' })]);
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Reset Password | Kinmel'));
  });

  it('starts with the e-mail typed on the login page', async () => {
    const state = { email: 'a@kinmel.example' };
    await renderPage(<ForgotPasswordPage />, { address: '/forgetpassword', state });
    expect(email()).toHaveValue('a@kinmel.example');
  });

  it('shows the same message for every e-mail (SIL-06)', async () => {
    const slow = holdReply(json({ success: true, message: sentence }));
    const recorder = recordBodies(slow.reply);
    const { user } = await render({ [path]: recorder.reply });
    await user.type(email(), ' a@kinmel.example ');
    await user.click(button());
    expect(button()).toHaveTextContent('Sending...');
    await act(async () => slow.release());
    expect(await screen.findByRole('status')).toHaveTextContent(sentence);
    expect(recorder.bodies).toEqual([{ email: 'a@kinmel.example' }]);
    expect(button()).toHaveTextContent('Send Reset Link');
  });

  it('requires an e-mail', async () => {
    const { user, network } = await render();
    await user.click(button());
    expect(email()).toHaveAccessibleDescription('Email is required');
    await waitFor(() => expect(email()).toHaveFocus());
    expect(network.requests).toEqual([]);
  });

  it('shows no success when the request fails', async () => {
    const { user } = await render({ [path]: down });
    await user.type(email(), 'a@kinmel.example');
    await user.click(button());
    const text = 'The link could not be sent. Please try again.';
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });
});
