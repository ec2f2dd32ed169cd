import { useSignal } from "@preact/signals";
import { fromServer, t } from "../../language/text.ts";
import { call, Refusal } from "../../link/http.ts";
import { isAllowed } from "../../state/group-setting.ts";
import { ownRole, ROLES } from "../../state/people.ts";
import type { GroupSetting } from "../../state/registered.ts";
import { current, property } from "../../store.ts";
import { copyText } from "../../ui/clipboard.ts";
import { showToast } from "../../ui/toast.ts";
import { CheckField, InlineForm, SelectField, TextField } from "../inline-form.tsx";
import { ChannelChips } from "./channel-chips.tsx";
import { GroupChips } from "./group-chips.tsx";
import { duration } from "../../ui/duration.ts";
import { realmValue } from "./options.ts";
import { isAdministrator } from "./settings.tsx";
import { emptyAfter } from "../fields/saving.tsx";

const DAY = 24 * 60;

export function roleName(role: number): string {
  const names: Readonly<Record<number, string>> = {
    [ROLES.owner]: t("Owner"),
    [ROLES.administrator]: t("Administrator"),
    [ROLES.moderator]: t("Moderator"),
    [ROLES.member]: t("Member"),
    [ROLES.guest]: t("Guest"),
  };
  return names[role] ?? t("Member");
}

/** Roles that the user can give to a newcomer. */
function offeredRoles(): number[] {
  const own = ownRole(current.value);
  if (own === ROLES.owner) return [ROLES.member, ROLES.guest, ROLES.moderator, ROLES.administrator, ROLES.owner];
  if (own === ROLES.administrator) return [ROLES.member, ROLES.guest, ROLES.moderator, ROLES.administrator];
  return [ROLES.member, ROLES.guest];
}

function may(name: string): boolean {
  const setting = realmValue(name) as GroupSetting | null;
  return setting !== null && isAllowed(setting, current.value.ownId, current.value.groups);
}

const PERIODS: readonly (number | null)[] = [60, DAY, 3 * DAY, 10 * DAY, 30 * DAY, 365 * DAY, null];

/** Invites people by mail, or creates a link by which anybody can join. */
export function InviteForm() {
  const mayMail = may("can_invite_users_group");
  const mayLink = may("create_multiuse_invite_group");
  const sendsMail = property("server_sends_mail", true);
  const way = useSignal<"mail" | "link">(mayMail && (sendsMail || !mayLink) ? "mail" : "link");
  const emails = useSignal("");
  const role = useSignal<number>(ROLES.member);
  const minutes = useSignal<number | null>(10 * DAY);
  const withDefaults = useSignal(true);
  const channelIds = useSignal<readonly number[]>([]);
  const groupIds = useSignal<readonly number[]>([]);
  const welcome = useSignal("");
  const link = useSignal<string | undefined>(undefined);
  const byMail = { value: "mail", label: t("By email") } as const;
  const byLink = { value: "link", label: t("By a link that anyone can use") } as const;
  if (!mayMail && !mayLink) return <p class="hint">{t("You cannot invite people to this organization.")}</p>;

  const terms = () => ({
    invite_as: role.value as 400,
    invite_expires_in_minutes: minutes.value,
    include_realm_default_subscriptions: withDefaults.value,
    stream_ids: [...channelIds.value],
    group_ids: [...groupIds.value],
    ...(welcome.value.trim() !== "" && { welcome_message_custom_text: welcome.value.trim() }),
  });
  const invite = async () => {
    if (way.value === "link") {
      link.value = (await call("POST /invites/multiuse", terms())).invite_link;
      return;
    }
    await emptyAfter([emails], () =>
      call("POST /invites", { invitee_emails: emails.value, ...terms() }).catch(explain),
    );
    showToast(t("The invitations were sent."));
  };
  return (
    <InlineForm
      action={way.value === "mail" ? t("Invite") : t("Create a link")}
      isReady={way.value === "link" || emails.value.trim() !== ""}
      run={invite}
    >
      {mayMail && mayLink && (
        <SelectField label={t("How to invite")} value={way} options={sendsMail ? [byMail, byLink] : [byLink, byMail]} />
      )}
      {!sendsMail && mayMail && (
        <p class="hint">
          {t("This server does not send email, so no one can be invited by email. Create a link and send it yourself.")}
        </p>
      )}
      {way.value === "mail" && (
        <TextField
          label={t("Email addresses")}
          hint={t("Separated by commas or line breaks, up to 100.")}
          value={emails}
          maxLength={40_000}
          lines={3}
        />
      )}
      <SelectField
        label={t("Role")}
        value={role}
        options={offeredRoles().map((value) => ({ value, label: roleName(value) }))}
      />
      <SelectField
        label={t("Valid for")}
        value={minutes}
        options={PERIODS.map((value) => ({ value, label: value === null ? t("forever") : duration(value * 60) }))}
      />
      <CheckField label={t("Subscribe them to the default channels")} value={withDefaults} />
      <ChannelChips
        label={t("Channels")}
        ids={channelIds.value}
        allowsPrivate
        onAdd={(id) => (channelIds.value = [...channelIds.value, id])}
        onRemove={(id) => (channelIds.value = channelIds.value.filter((other) => other !== id))}
      />
      <GroupChips label={t("User groups")} ids={groupIds} />
      {isAdministrator() && (
        <TextField
          label={t("Welcome message")}
          hint={t("If empty, the organization’s welcome message is used.")}
          value={welcome}
          maxLength={8000}
          lines={2}
        />
      )}
      {link.value !== undefined && <NewLink link={link.value} />}
    </InlineForm>
  );
}

function NewLink({ link }: { readonly link: string }) {
  return (
    <div class="form-line org-link">
      <input
        class="text-input"
        readOnly
        aria-label={t("Invitation link")}
        value={link}
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
      <button type="button" class="secondary" onClick={() => void copyText(link, t("Invitation link copied."))}>
        {t("Copy")}
      </button>
    </div>
  );
}

/** The server names each address that it could not invite, and why. */
function explain(error: unknown): never {
  if (!(error instanceof Refusal) || !Array.isArray(error.body["errors"])) throw error;
  const refused = (error.body["errors"] as [string, string][]).map(
    ([email, reason]) => `${email}: ${fromServer(reason)}`,
  );
  throw new Refusal(error.status, { ...error.body, msg: [fromServer(error.message), ...refused].join(" ") });
}
