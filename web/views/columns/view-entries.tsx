import { useComputed, useSignal } from "@preact/signals";
import { openMenu } from "../../ui/open.ts";
import { number, t } from "../../language/text.ts";
import { current } from "../../store.ts";
import { Icon } from "../../ui/icon.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { hrefOf, route } from "../../ui/route.ts";
import { listedViews, type ListedView } from "../../actions/view-list.ts";

/** Views in the left column: those that are pinned, and the others below a button. */
export function ViewEntries() {
  const all = useComputed(listedViews);
  const isOpen = useSignal(false);
  const further = all.value.filter(({ isPinned }) => !isPinned);
  return (
    <ul class="views">
      {all.value
        .filter(({ isPinned }) => isPinned)
        .map((view) => (
          <View key={view.fragment} view={view} />
        ))}
      {further.length > 0 && (
        <li>
          <button
            type="button"
            class="entry"
            aria-expanded={isOpen.value}
            onClick={() => (isOpen.value = !isOpen.value)}
          >
            <Icon name={isOpen.value ? "chevronDown" : "chevronRight"} />
            <span class="name">{t("More views")}</span>
          </button>
        </li>
      )}
      {further
        .filter((view) => isOpen.value || isCurrent(view))
        .map((view) => (
          <View key={view.fragment} view={view} />
        ))}
    </ul>
  );
}

function View({ view }: { readonly view: ListedView }) {
  const { fragment, name, icon, count, isUrgent } = view;
  return (
    <li class="with-more">
      <a class="entry" href={`#${fragment}`} aria-current={isCurrent(view) ? "page" : undefined}>
        <Icon name={icon} />
        <span class="name">{name}</span>
        {count > 0 && <span class={isUrgent ? "badge urgent" : "count"}>{number(count)}</span>}
      </a>
      <MoreButton
        label={t("Actions for the view {view}", { view: name })}
        onOpen={(at) => openMenu("view", { fragment }, at)}
      />
    </li>
  );
}

const isCurrent = ({ fragment }: ListedView): boolean => {
  const { value: shown } = route;
  if (shown.view === "page") return fragment === shown.area;
  if (shown.view !== "narrow") return fragment === shown.view;
  return hrefOf(shown.narrow).slice(1) === fragment.replace("sender/me", ownSender());
};

/** The address names the user by "me", which the list of messages does not know. */
const ownSender = (): string => hrefOf([{ operator: "sender", operand: current.value.ownId }]).slice("#narrow/".length);
