import type { Signal } from "@preact/signals";
import { t, tc } from "../../language/text.ts";
import { ROLES } from "../../state/people.ts";
import { current, people } from "../../store.ts";
import { AREA_NAMES, areaHint, areaName, type Scope, singleName } from "./scopes.ts";

interface ScopeChoiceProps {
  readonly accountId: number;
  readonly chosen: Signal<ReadonlySet<Scope>>;
}

/** What a key may do: reading and writing by area, and what only some accounts can do at all. */
export function ScopeChoice({ accountId, chosen }: ScopeChoiceProps) {
  const box = (scope: Scope, label?: string) => (
    <input
      type="checkbox"
      aria-label={label}
      checked={chosen.value.has(scope)}
      onChange={(event) => {
        const next = new Set(chosen.value);
        if (event.currentTarget.checked) next.add(scope);
        else next.delete(scope);
        chosen.value = next;
      }}
    />
  );
  const mayManageBots = accountId === current.value.ownId;
  const mayAudit = (people.value.active.get(accountId)?.role ?? ROLES.guest) <= ROLES.administrator;
  return (
    <>
      <table class="ways scopes">
        <thead>
          <tr>
            <th scope="col">{t("Area")}</th>
            <th scope="col">{tc("permission", "Read")}</th>
            <th scope="col">{tc("permission", "Write")}</th>
          </tr>
        </thead>
        <tbody>
          {AREA_NAMES.map((area) => (
            <tr key={area}>
              <th scope="row">
                {areaName(area)}
                <span class="hint">{areaHint(area)}</span>
              </th>
              <td>
                <label class="switch">{box(`${area}:read`, t("{area}: read", { area: areaName(area) }))}</label>
              </td>
              <td>
                <label class="switch">{box(`${area}:write`, t("{area}: write", { area: areaName(area) }))}</label>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {mayManageBots && (
        <label class="check">
          {box("bots:manage")}
          {singleName("bots:manage")}
        </label>
      )}
      {mayAudit && (
        <label class="check">
          {box("audit:read")}
          {singleName("audit:read")}
        </label>
      )}
    </>
  );
}
