import { useId } from "preact/hooks";
import { t } from "../../language/text.ts";
import { call } from "../../link/http.ts";
import { usePending } from "../fields/pending.ts";
import { SavingNote, useSaving } from "../fields/saving.tsx";
import { KINDS, KINDS_ON_PAGE } from "./provider-kinds.ts";
import { realmValue } from "../organization/options.ts";

/** By the server's names. */
type Methods = Readonly<Record<string, { readonly enabled: boolean }>>;

const shownMethods = (): Methods => (realmValue("authentication_methods") ?? {}) as Methods;

/** What may be used to log in. The server refuses what would lock out the owner who asks for it. */
export const MethodSwitches = () => (
  <div class="fields">
    <MethodSwitch
      method="Email"
      label={t("Allow login with email and password")}
      hint={t("Before you turn this off, log in once with a provider.")}
    />
    {KINDS.map((kind) => KINDS_ON_PAGE[kind].method).map((method) => (
      <MethodSwitch
        key={method}
        method={method}
        label={t("Allow login with providers of {protocol}", { protocol: method })}
        hint={t("While this is off, the login page has no buttons for them.")}
      />
    ))}
  </div>
);

interface MethodSwitchProps {
  readonly method: string;
  readonly label: string;
  readonly hint: string;
}

/** A way to log in that owners switch on and off. */
export function MethodSwitch({ method, label, hint }: MethodSwitchProps) {
  const id = useId();
  const saving = useSaving();
  const { shown, choose } = usePending(shownMethods()[method]?.enabled ?? true);
  const save = (isOn: boolean) => {
    // Those that are left out would be switched on.
    const others = Object.entries(shownMethods()).map(([name, { enabled }]) => [name, enabled] as const);
    return saving.save(() =>
      call("PATCH /realm", { authentication_methods: { ...Object.fromEntries(others), [method]: isOn } }),
    );
  };
  return (
    <div class="field-row">
      <label class="check">
        <input
          type="checkbox"
          aria-describedby={`${id}-hint`}
          checked={shown}
          onChange={(event) => {
            const isOn = event.currentTarget.checked;
            void choose(isOn, () => save(isOn));
          }}
        />
        <span>{label}</span> <SavingNote progress={saving.progress} />
      </label>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}
