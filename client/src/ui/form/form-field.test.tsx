import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Button } from './button';
import { PasswordField } from './password-field';
import { TextField } from './text-field';

// spec: S5.6
it('associates label, hint and error with the field', () => {
  render(<TextField label="Phone" hint="With country code." error="Enter Phone Number" required placeholder="Phone" />);
  const field = screen.getByRole('textbox', { name: /Phone/ });
  expect(field).toBeInvalid();
  expect(field).toBeRequired();
  expect(field).toHaveAccessibleDescription('With country code. Enter Phone Number');
  expect(field).toHaveAttribute('placeholder', 'Phone *');
});

it('shows a password on demand and hides it again', async () => {
  render(<PasswordField label="Password" showLabel="Show" hideLabel="Hide" defaultValue="invented-only-1" />);
  const field = screen.getByLabelText('Password');
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(field).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }));
  expect(field).toHaveAttribute('type', 'password');
});

it('keeps the focus on a loading button and ignores further clicks', async () => {
  let presses = 0;
  const count = () => {
    presses += 1;
  };
  const { rerender } = render(<Button onClick={count}>Save</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  rerender(
    <Button onClick={count} loadingLabel="Saving">
      Save
    </Button>,
  );
  const busy = screen.getByRole('button', { name: /Saving/ });
  expect(busy).toHaveFocus();
  await userEvent.click(busy);
  expect(presses).toBe(1);
});
