import { usePending } from "./pending.ts";

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  /** Resolves to whether it worked, and says itself why where it did not. */
  readonly save: (isOn: boolean) => Promise<boolean>;
}

/** A box to check, without a text beside it: for tables. */
export function Switch({ label, isOn, save }: SwitchProps) {
  const { shown, choose } = usePending(isOn);
  return (
    <label class="switch">
      <input
        type="checkbox"
        aria-label={label}
        checked={shown}
        onChange={(event) => {
          const next = event.currentTarget.checked;
          void choose(next, () => save(next));
        }}
      />
    </label>
  );
}
