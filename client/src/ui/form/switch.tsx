import { type ComponentProps, type ReactNode, useId } from 'react';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'type' | 'role'> {
  label: string;
  hint?: ReactNode;
}

/** Switch with immediate effect; use a Checkbox for choices that wait for Save. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6">
      <div className="min-w-0">
        <label htmlFor={id} className="block text-base font-medium text-ink">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="mt-0.5 text-sm text-ink-muted">
            {hint}
          </p>
        )}
      </div>
      <span className="relative inline-flex shrink-0 items-center">
        <input
          {...input}
          id={id}
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- native checkboxes report their state
          role="switch"
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer h-5 w-9 appearance-none rounded-full border border-line-control bg-sunken transition-colors duration-150 after:absolute after:-inset-1 checked:border-accent checked:bg-accent hover:border-ink-muted checked:hover:bg-accent-hover disabled:opacity-50 forced-colors:checked:bg-[Highlight]"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute start-[3px] size-3.5 rounded-full bg-ink-muted transition-[translate,background-color] duration-150 ease-settle peer-checked:translate-x-4 rtl:peer-checked:-translate-x-4 peer-checked:bg-on-accent forced-colors:bg-[ButtonText]"
        />
      </span>
    </div>
  );
}
