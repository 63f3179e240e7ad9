/** Something that is on or off. */
interface SwitchProps {
  testId: string;
  label: string;
  hint?: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function Switch({ testId, label, hint, on, onChange }: SwitchProps) {
  return (
    <label class="switch">
      <span>
        {label}
        {hint && <small class="hint">{hint}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        data-testid={testId}
        checked={on}
        aria-checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
