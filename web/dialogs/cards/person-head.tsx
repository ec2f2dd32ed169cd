import { t } from "../../language/text.ts";
import type { Person } from "../../state/registered.ts";
import { current, people } from "../../store.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { PresenceDot } from "../../ui/presence-dot.tsx";
import { roleName } from "../../ui/role-names.ts";
import { StatusEmoji } from "../../ui/status-emoji.tsx";
import { Fact } from "../info.tsx";
import { localTime } from "../profile-text.ts";

/** Somebody's picture, and what they are and do now. */
export function PersonHead({ person }: { readonly person: Person }) {
  const { user_id: userId, is_bot: isBot, role } = person;
  const isFormer = people.value.former.has(userId);
  const status = current.value.statuses.get(userId);
  return (
    <div class="profile-head">
      <Avatar userId={userId} class="huge" />
      <div>
        <p>
          {!isFormer && !isBot && <PresenceDot userId={userId} />} {isBot ? t("Bot") : roleName(role)}
          {isFormer && ` · ${t("deactivated")}`}
        </p>
        {status !== undefined && (
          <p>
            <StatusEmoji userId={userId} /> {status.status_text}
          </p>
        )}
      </div>
    </div>
  );
}

/** What the clock says where somebody is, if it is known and they are a person. */
export function LocalTime({ person: { timezone, is_bot: isBot } }: { readonly person: Person }) {
  const time = isBot ? undefined : localTime(timezone, new Date());
  return time === undefined ? null : <Fact name={t("Local time")}>{time}</Fact>;
}
