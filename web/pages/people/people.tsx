import { useComputed, useSignal } from "@preact/signals";
import { t, tc, tn } from "../../language/text.ts";
import { isLimitedGuest, mayManagePerson } from "../../state/directory-permissions.ts";
import { isAdministrator, personOf } from "../../state/people.ts";
import { current, people } from "../../store.ts";
import type { PageProps } from "../../ui/areas.ts";
import { ListTools } from "../lists/list-tools.tsx";
import { Paged } from "../lists/paged.tsx";
import { PersonLine } from "../lists/person-line.tsx";
import { PlainPage } from "../lists/plain-page.tsx";
import { listed } from "./listed.ts";
import { PersonPage } from "./person-page.tsx";
import { PersonTags } from "./person-tags.tsx";

/** Everybody in the organization, and the account of one of them. */
export function PeoplePages({ path }: PageProps) {
  const id = Number.parseInt(path[0] ?? "", 10);
  return Number.isNaN(id) ? <PeopleList /> : <PersonPage key={id} userId={id} />;
}

const FILTERS = [
  { value: "people", label: t("Everyone") },
  { value: "administrators", label: t("Owners to moderators") },
  { value: "guests", label: t("Guests") },
  { value: "bots", label: t("Bots") },
  { value: "deactivated", label: t("Deactivated") },
];
const ORDERS = [
  { value: "name", label: t("By name") },
  { value: "role", label: t("By role") },
  { value: "newest", label: tc("sort order", "Newest") },
];

function PeopleList() {
  const [query, filter, sort] = [useSignal(""), useSignal("people"), useSignal("name")];
  const list = useComputed(() => listed(people.value, { query: query.value, filter: filter.value, sort: sort.value }));
  const own = personOf(people.value, current.value.ownId);
  return (
    <PlainPage icon="users" title={t("People")}>
      <ListTools
        label={t("Search people")}
        query={query}
        filter={{ chosen: filter, choices: FILTERS }}
        sort={{ chosen: sort, choices: ORDERS }}
      />
      {own !== undefined && isLimitedGuest(current.value, own) && (
        <p class="hint">{t("You see the people you share a channel or a conversation with.")}</p>
      )}
      <p class="visually-hidden" role="status">
        {tn(list.value.length, "{count} person", "{count} people")}
      </p>
      <Paged
        key={`${filter.value} ${sort.value} ${query.value}`}
        label={t("People")}
        items={list.value}
        keyOf={({ user_id }) => user_id}
        empty={query.value === "" ? t("No one here.") : t("No matching people.")}
      >
        {(person) => (
          <PersonLine userId={person.user_id} email={person.delivery_email}>
            <PersonTags person={person} />
            {isAdministrator(current.value) && mayManagePerson(current.value, person) && (
              <a
                class="secondary"
                href={`#people/${person.user_id}`}
                aria-label={t("Manage {name}", { name: person.full_name })}
              >
                {t("Manage")}
              </a>
            )}
          </PersonLine>
        )}
      </Paged>
    </PlainPage>
  );
}
