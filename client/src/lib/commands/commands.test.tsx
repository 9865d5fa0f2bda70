import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useMemo } from 'react';
import { listenForKeys } from './command-keys';
import { type Command, useCommands } from './commands';
import { findCommands } from './find-commands';
import { setSingleKeys } from './single-keys';

const command = (id: string, change: Partial<Command> = {}): Command => ({
  id,
  label: id,
  group: 'General',
  run: () => undefined,
  ...change,
});

function Offer({ commands }: { commands: Command[] }) {
  useCommands(useMemo(() => commands, [commands]));
  return (
    <>
      <input aria-label="Field" />
      <input type="checkbox" aria-label="Box" />
      <div role="dialog" aria-label="Window">
        <button type="button">In a window</button>
      </div>
      <div role="dialog" aria-label="Drawer" data-commands="">
        <button type="button">In a drawer</button>
      </div>
    </>
  );
}

function offer() {
  const ran: string[] = [];
  const commands = ['x', 'g w', 'mod+k', 'mod+z', '?'].map((keys) =>
    command(keys, { keys, run: () => ran.push(keys) }),
  );
  const { getByRole } = render(<Offer commands={commands} />);
  return { ran, getByRole, user: userEvent.setup() };
}

let stop: () => void;
beforeEach(() => {
  stop = listenForKeys(document);
});
afterEach(() => {
  stop();
  setSingleKeys(true);
});

it('runs commands by a letter, by a sequence and with Ctrl or Cmd', async () => {
  const { ran, user } = offer();
  await user.keyboard('xgw?');
  await user.keyboard('{Control>}k{/Control}{Meta>}k{/Meta}{Control>}z{/Control}');
  expect(ran).toEqual(['x', 'g w', '?', 'mod+k', 'mod+k', 'mod+z']);
  await user.keyboard('gxw');
  expect(ran.slice(6)).toEqual([]);
});

it('ignores letters in fields and dialogs, but not in checkboxes or drawers', async () => {
  const { ran, user, getByRole } = offer();
  await user.click(getByRole('textbox', { name: 'Field' }));
  await user.keyboard('xgw?{Control>}z{/Control}{Control>}k{/Control}');
  expect(ran).toEqual(['mod+k']);
  await user.click(getByRole('button', { name: 'In a window' }));
  await user.keyboard('x');
  expect(ran).toEqual(['mod+k']);
  await user.click(getByRole('button', { name: 'In a drawer' }));
  await user.keyboard('x');
  await user.click(getByRole('checkbox', { name: 'Box' }));
  await user.keyboard('x');
  expect(ran).toEqual(['mod+k', 'x', 'x']);
});

it('ignores letters when turned off, and stores the setting', async () => {
  const { ran, user } = offer();
  setSingleKeys(false);
  await user.keyboard('xgw?{Control>}k{/Control}');
  expect(ran).toEqual(['mod+k']);
  expect(localStorage.getItem('breachlight-single-keys')).toBe('off');
});

it('matches every word in name, group or keywords, prefix matches first', () => {
  const commands = [
    command('a', { label: 'Reopen', keywords: 'close undo' }),
    command('b', { label: 'Close detections' }),
    command('c', { label: 'Log out' }),
  ];
  expect(findCommands(commands, 'close').map(({ id }) => id)).toEqual(['b', 'a']);
  expect(findCommands(commands, 'DETECT clo').map(({ id }) => id)).toEqual(['b']);
  expect(findCommands(commands, '  ').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});
