import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, detection, detectionList, detectionRow, history, historyEvent } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import type { Note } from './use-detail';

const note = (change: Partial<Note> = {}): Note => ({
  __typename: 'AlertNote',
  id: 'note-1',
  text: 'Please look, <@user-2> and <@user-9>. Not <@nobody>.',
  editedAt: null,
  isOwn: true,
  mentions: [
    { __typename: 'NoteMention', id: 'user-2', name: 'Grace Example' },
    { __typename: 'NoteMention', id: 'user-9', name: null },
  ],
  ...change,
});

/** Opens the notes of a detection; returns what is sent to the server. */
async function openNotes(...notes: Note[]) {
  const sent: unknown[] = [];
  server.use(
    api.query('DetectionList', () => dataResponse(detectionList([detectionRow(1)]))),
    api.query('Detection', () => dataResponse(detection(detectionRow(1)))),
    api.query('DetectionHistory', () =>
      dataResponse(history(...notes.map((each) => historyEvent({ kind: 'NOTED', by: 'Ada', note: each })))),
    ),
    api.mutation('AddNote', ({ variables }) => {
      sent.push(variables['text']);
      return dataResponse({ addAlertNote: { __typename: 'AlertNoteSuccess', note: note() } });
    }),
    api.mutation('EditNote', ({ variables }) => {
      sent.push(variables['text']);
      return dataResponse({ editAlertNote: { __typename: 'AlertNoteSuccess', note: note() } });
    }),
  );
  const { user, address } = openAt('/dashboard/alerts?detection=detection-1');
  await user.click(await screen.findByRole('tab', { name: /^Notes/ }));
  return { user, address, sent, field: await screen.findByRole('textbox', { name: 'Add a note for your team' }) };
}

const save = () => screen.getByRole('button', { name: 'Save note' });

describe('mentions in notes', () => {
  it('are names, also of former members', async () => {
    await openNotes(note());
    const text = screen.getByText(/^Please look/);
    expect(text).toHaveTextContent('Please look, @Grace Example and @A former member. Not <@nobody>.');
    expect(within(text).getByText('@Grace Example').tagName).toBe('BDI');
    expect(await axeViolations()).toEqual([]);
  });

  it.each(['{Enter}', '{Tab}'])('are chosen from a list with %s and sent as references', async (key) => {
    const { user, sent, field } = await openNotes();
    await user.type(field, 'See @');
    const option = within(screen.getByRole('listbox', { name: 'Colleagues' })).getByRole('option');
    expect(option).toHaveTextContent('Grace Examplegrace@acme.example');
    expect(field).toHaveAttribute('aria-activedescendant', option.id);
    expect(screen.getByText('1 colleague')).toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
    await user.keyboard(`grace@ac${key}`);
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(field).toHaveFocus();
    await user.keyboard('now');
    expect(field).toHaveValue('See @Grace Example now');
    await user.click(save());
    await waitFor(() => expect(sent).toEqual(['See <@user-2> now']));
  });

  it('are chosen by click, moved by what is typed before, and taken away by changing the name', async () => {
    const { user, sent, field } = await openNotes();
    await user.type(field, '@gr');
    await user.click(within(screen.getByRole('listbox', { name: 'Colleagues' })).getByRole('option'));
    await user.type(field, 'Hi ', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    await user.click(save());
    await waitFor(() => expect(sent).toEqual(['Hi <@user-2> ']));
    await user.type(field, '@gr{Enter}{Backspace}{Backspace}{Escape}');
    await user.click(save());
    await waitFor(() => expect(sent[1]).toBe('@Grace Exampl'));
  });

  it('are names while editing', async () => {
    const { user, sent } = await openNotes(note());
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const field = screen.getByRole('textbox', { name: 'Your note' });
    expect(field).toHaveValue('Please look, @Grace Example and @A former member. Not <@nobody>.');
    await user.type(field, ' Thanks.');
    await user.click(save());
    await waitFor(() => expect(sent).toEqual([`${note().text} Thanks.`]));
  });

  it('are offered until Escape, which leaves the detail open, and not in addresses', async () => {
    const { user, field } = await openNotes();
    await user.type(field, 'grace@acme @nobody');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    await user.clear(field);
    await user.type(field, '@');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'user1@acme.example' })).toBeVisible();
  });

  it('are not offered to somebody without colleagues', async () => {
    server.use(api.query('Assignees', () => dataResponse({ members: [] })));
    const { user, field } = await openNotes();
    await user.type(field, '@');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(field).not.toHaveAttribute('aria-haspopup');
  });
});
