import { screen, waitFor, within } from '@testing-library/react';
import { dataResponse, errorResponse, viewer } from '@/testing/fixtures';
import { axeViolations, openAt } from '@/testing/render';
import { api, server } from '@/testing/server';
import { account } from '@/testing/session';
import type { ViewerQuery } from '@/lib/session/session.generated';
import type { InvitationsQuery, MembersQuery, MfaRequirementQuery } from './members.generated';

const members: MembersQuery = {
  members: [
    {
      __typename: 'Member',
      id: '1',
      firstName: 'Ada',
      lastName: 'Example',
      email: account().user.email,
      role: 'OWNER',
      joinedAt: '2026-03-01T12:00:00Z',
    },
    {
      __typename: 'Member',
      id: '2',
      firstName: 'Ida',
      lastName: 'Moss',
      email: 'ida@acme.example',
      role: 'VIEWER',
      joinedAt: '2026-03-01T12:00:00Z',
    },
  ],
};
const invitations: InvitationsQuery = {
  invitations: [
    {
      __typename: 'Invitation',
      id: '3',
      email: 'jo@acme.example',
      role: 'ANALYST',
      expiresAt: '2026-03-08T12:00:00Z',
      isExpired: true,
    },
  ],
};

// Loads the page beforehand, since that takes long on a busy machine.
beforeAll(async () => {
  await Promise.all([import('./members-page'), import('./invitation-page')]);
}, 60_000);

const PATH = '/dashboard/settings/members';

const requirement = (change: { isRequired?: boolean; membersWithoutFactor?: number } = {}): MfaRequirementQuery => ({
  mfaRequirement: { __typename: 'MfaRequirement', isRequired: false, members: 5, membersWithoutFactor: 2, ...change },
});

const ownerWithFactor = (): ViewerQuery => {
  const answer = viewer();
  if (answer.viewer) answer.viewer.user.mfaSettings.isMfaDeviceEnabled = true;
  return answer;
};

function answerLists() {
  server.use(
    api.query('Members', () => dataResponse(members)),
    api.query('Invitations', () => dataResponse(invitations)),
    api.query('MfaRequirement', () => dataResponse(requirement())),
  );
}

test('an owner sees members and invitations, and invites', async () => {
  answerLists();
  const sent: unknown[] = [];
  server.use(
    api.mutation('InviteMember', ({ variables }) => {
      sent.push(variables);
      return dataResponse({ inviteMember: { __typename: 'InvitationSuccess', message: 'Invitation sent.' } });
    }),
  );
  const { user } = openAt(PATH);
  expect(await screen.findByRole('combobox', { name: 'Role of Ida Moss' })).toHaveValue('VIEWER');
  expect(screen.queryByRole('button', { name: 'Remove Ada Example' })).not.toBeInTheDocument();
  expect(await screen.findByText('Expired')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invite a member' });
  await user.type(within(dialog).getByRole('textbox', { name: /Email/ }), 'new@acme.example');
  await user.click(within(dialog).getByRole('button', { name: 'Send invitation' }));
  expect(await screen.findByText('Invitation sent.')).toBeInTheDocument();
  expect(sent).toEqual([{ email: 'new@acme.example', role: 'ANALYST' }]);
});

test('a viewer sees who is in the account, and why nothing can be changed', async () => {
  answerLists();
  const signedIn = viewer();
  const user = signedIn.viewer && {
    ...signedIn.viewer.user,
    membershipRole: 'VIEWER' as const,
    permissions: ['READ' as const],
  };
  openAt(PATH, { signedIn: { viewer: signedIn.viewer && user && { ...signedIn.viewer, user } } });
  expect(await screen.findByText(/Only owners can change members/)).toBeInTheDocument();
  expect(await screen.findByText('ida@acme.example', { exact: false })).toBeInTheDocument();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Invite' })).not.toBeInTheDocument();
});

test('a failure is shown and can be retried', async () => {
  server.use(api.query('MfaRequirement', () => dataResponse(requirement())));
  server.use(
    api.query('Members', () => errorResponse('Away.', 'INTERNAL')),
    api.query('Invitations', () => dataResponse({ invitations: [] })),
  );
  const { user } = openAt(PATH);
  const again = await screen.findByRole('button', { name: 'Try again' });
  answerLists();
  await user.click(again);
  expect(await screen.findByRole('combobox', { name: 'Role of Ida Moss' })).toBeInTheDocument();
});

test('an invitation to an address with a login says what to do, and an invalid one is refused', async () => {
  server.use(
    api.query('Invitation', ({ variables }) =>
      dataResponse({
        invitation:
          variables['token'] === 'known'
            ? {
                __typename: 'OpenInvitation',
                email: 'ida@acme.example',
                role: 'VIEWER',
                organization: 'Acme',
                invitedBy: 'Ada',
                advice: 'This address already has a login.',
              }
            : { __typename: 'RefusedProblem', message: 'Ask for a new one.', code: 'BAD_CREDENTIALS' },
      }),
    ),
  );
  openAt('/auth/invitation?token=known', { session: false });
  expect(await screen.findByText('This address already has a login.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Join' })).not.toBeInTheDocument();
  openAt('/auth/invitation?token=other', { session: false });
  expect(await screen.findByText('Ask for a new one.')).toBeInTheDocument();
});

describe('requiring two-factor authentication', () => {
  it('says how many members lack a factor, asks first, and requires it', async () => {
    answerLists();
    const { user } = openAt(PATH, { signedIn: ownerWithFactor() });
    const sent: unknown[] = [];
    server.use(
      api.mutation('ChangeMfaRequirement', ({ variables }) => {
        sent.push(variables);
        server.use(api.query('MfaRequirement', () => dataResponse(requirement({ isRequired: true }))));
        return dataResponse({
          changeMfaRequirement: {
            __typename: 'MessageSuccess',
            message: 'Two-factor authentication is now required.',
          },
        });
      }),
    );
    const flip = await screen.findByRole('switch', { name: 'Require two-factor authentication' });
    await waitFor(() => expect(flip).toBeEnabled());
    expect(await screen.findByText('2 of 5 members have no second factor.')).toBeVisible();
    await user.click(flip);
    const question = await screen.findByRole('alertdialog', { name: 'Require two-factor authentication?' });
    expect(within(question).getByText(/^2 members must set up a second factor/)).toBeVisible();
    expect(sent).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Require' }));
    expect(await screen.findByText('Two-factor authentication is now required.')).toBeInTheDocument();
    expect(sent).toEqual([{ isRequired: true }]);
    await waitFor(() => expect(flip).toBeChecked());
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
  });

  it('needs an own factor first, and leads to it', async () => {
    answerLists();
    openAt(PATH);
    expect(await screen.findByText(/Turn on two-factor authentication for yourself first/)).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Require two-factor authentication' })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Security settings' })).toHaveAttribute(
      'href',
      '/dashboard/settings/security',
    );
  });
});
