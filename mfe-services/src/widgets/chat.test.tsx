import { aPolicy, renderPage } from '@kinmel/testing/page';
import { act, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { useState } from 'react';
import Chat from './chat.tsx';

const answers = { '/api/policy': { success: true, data: aPolicy() } };

function Page() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Turn
      </button>
      <Chat isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

const dialog = () => within(screen.getByRole('dialog', { name: 'Chat assistant' }));
const messageTexts = () =>
  dialog()
    .getAllByRole('listitem')
    .map((item) => item.textContent);
const quickReplies = () => dialog().queryByRole('list', { name: 'Quick replies' });

beforeEach(() => jest.useFakeTimers({ advanceTimers: true, now: new Date('2026-11-23T08:05:00Z') }));
afterEach(() => jest.useRealTimers());

describe('the chat window', () => {
  it('greets with quick replies and focuses its field; messages have sender and time (CHAT-18, SIL-33)', async () => {
    await renderPage(<Page />, { answers });
    expect(messageTexts()[0]).toMatch(/^Assistant: Hello\..*\d\d:05$/);
    expect(
      within(quickReplies() as HTMLElement)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['Delivery', 'Returns', 'Warranty', 'Payment', 'Contact']);
    expect(dialog().getByRole('textbox', { name: 'Your question' })).toHaveFocus();
    // Scrollable by keyboard.
    expect(dialog().getByRole('log')).toHaveAttribute('tabindex', '0');
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('replies after one second, with a typing indicator and without quick replies until then (CHAT-02, CHAT-06, CHAT-07, CHAT-08)', async () => {
    const { user } = await renderPage(<Page />, { answers });
    await user.type(dialog().getByRole('textbox'), '   {Enter}');
    expect(dialog().queryByText('The assistant is typing')).not.toBeInTheDocument();
    await user.type(dialog().getByRole('textbox'), 'warranty?{Enter}');
    expect(dialog().getByText('warranty?')).toBeVisible();
    expect(dialog().getByRole('textbox')).toHaveValue('');
    expect(dialog().getByText('The assistant is typing')).toBeInTheDocument();
    expect(quickReplies()).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(900));
    expect(dialog().queryByText(aPolicy().chat.warranty)).not.toBeInTheDocument();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(dialog().getByText(aPolicy().chat.warranty, { selector: '.bot > span' })).toBeVisible();
    expect(dialog().queryByText('The assistant is typing')).not.toBeInTheDocument();
    expect(quickReplies()).toBeVisible();
  });

  it('scrolls to the question, the typing indicator and the reply (CHAT-06)', async () => {
    const { user } = await renderPage(<Page />, { answers });
    const log = dialog().getByRole('log');
    let height = 500;
    jest.spyOn(log, 'scrollHeight', 'get').mockImplementation(() => height);
    await user.type(dialog().getByRole('textbox'), 'warranty?{Enter}');
    expect(log.scrollTop).toBe(500);
    height = 900;
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(dialog().getByText(aPolicy().chat.warranty, { selector: '.bot > span' })).toBeVisible();
    expect(log.scrollTop).toBe(900);
  });

  it('sends a quick reply by one press and focuses the field', async () => {
    const { user } = await renderPage(<Page />, { answers });
    await user.click(dialog().getByRole('button', { name: 'Returns' }));
    expect(dialog().getByRole('textbox')).toHaveFocus();
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(messageTexts().filter((text) => text?.startsWith('You: Returns'))).toHaveLength(1);
    expect(dialog().getByText(aPolicy().chat.returns, { selector: '.bot > span' })).toBeVisible();
  });

  it('calls the server neither when it opens nor for a question (CHAT-03)', async () => {
    const { user, network } = await renderPage(<Page />, { answers });
    const before = network.requests.length;
    expect(network.requests).toEqual(['GET /api/policy']);
    for (const question of ['delivery', 'what else?'])
      await user.type(dialog().getByRole('textbox'), `${question}{Enter}`);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(network.requests).toHaveLength(before);
  });

  it('closes by its button and by Escape, and keeps the conversation (CHAT-05)', async () => {
    const { user } = await renderPage(<Page />, { answers });
    await user.type(dialog().getByRole('textbox'), 'hello{Enter}');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Turn' }));
    expect(dialog().getByText('hello')).toBeVisible();
    await user.click(dialog().getByRole('button', { name: 'Close chat' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
